// The npm package bridge-scorer held to the suite: contracts, IMPs, and boards at matchpoints, cross-IMPs and Butler.
// node bridge_scorer.js FOLDER, where FOLDER/node_modules has the package.
'use strict';

const scorer = require(require.resolve('bridge-scorer', { paths: [process.argv[2]] }));

class Unsupported extends Error {}

const SIGNS = { '♣': 'C', '♦': 'D', '♥': 'H', '♠': 'S', '×': 'x', '−': '-' };
const CONTRACT = /^([1-7])(C|D|H|S|NT|N)(X{0,2}) *([NESW]) *(=|[+-]?\d+)$/;

// An award as a game of the package, with a score in the declarer's view; null where the board was not played.
function game(award, vulnerable) {
  const text = award.replace(/[♣♦♥♠×−]/g, (sign) => SIGNS[sign]).trim().toUpperCase();
  if (text === 'NP') return null;
  if (text === 'PASS' || text === '0') return { score: 0 };
  if (/^[+-]\d+$/.test(text)) return { contract: { declaror: 'N' }, score: Number(text) };
  const found = CONTRACT.exec(text);
  if (found) {
    const [, level, denomination, risk, declaror, made] = found;
    const contract = { level: Number(level), denomination: denomination === 'N' ? 'NT' : denomination, risk, declaror };
    const side = 'NS'.includes(declaror) ? 'ns' : 'ew';
    const isVulnerable = vulnerable === 'all' || vulnerable === side;
    const over = made === '=' ? 0 : /^\d/.test(made) ? Number(made) - contract.level - 6 : Number(made);
    return { contract, score: scorer.contractResult(contract, isVulnerable, over) };
  }
  if (text.includes(';')) throw new Unsupported('weighted scores');
  if (/^A|%$|IMP$/.test(text)) throw new Unsupported('artificial scores');
  throw new Unsupported('another notation of results');
}

const northSouth = ({ contract, score }) => (contract && 'EW'.includes(contract.declaror) ? 0 - score : score);

function follow(settings, followed) {
  for (const [key, value] of Object.entries(settings))
    if (key !== 'edition' && followed[key] !== value) throw new Unsupported(`the setting ${key}`);
}

function contract({ given }) {
  const games = given.results.map((result) => game(result, given.vulnerable || 'none'));
  return { ns: games.map(northSouth) };
}

// A board of two tables for each difference: the cross-IMPs of the first are those of the difference.
function imps({ given }) {
  return {
    imps: given.differences.map((difference) => {
      const games = [game(`${difference < 0 ? '' : '+'}${Number(difference)}`), { score: 0 }];
      scorer.crossImps(games);
      return games[0].impsNS.value;
    }),
  };
}

function board({ given, settings, want }) {
  const rows = [];
  for (const table of given.tables) {
    if ('group' in table) throw new Unsupported('fouled boards');
    if ('self_inflicted' in table) throw new Unsupported('self-inflicted damage, 12C1(e)');
    if ('ns' in table || 'ew' in table) throw new Unsupported('split scores');
    for (let time = 0; time < (table.times || 1); time++)
      rows.push({ id: table.id, game: game(table.both || table.result, given.vulnerable || 'none') });
  }
  const games = rows.map((row) => row.game).filter((each) => each !== null);
  if ((given.expected ?? games.length) !== games.length)
    throw new Unsupported('results that were expected and are not there');
  const result = { tables: {}, sum_ns: 0, sum_ew: 0, chart_ns: {}, chart_ew: {} };
  const [nsKey, ewKey] = score(given.scoring || 'matchpoints', games, settings, result);
  for (const row of rows) {
    const ns = row.game && row.game[nsKey].value, ew = row.game && row.game[ewKey].value;
    if (!(row.id in result.tables)) result.tables[row.id] = { ns, ew };
    if (row.game === null) continue;
    result.sum_ns += ns;
    result.sum_ew += ew;
    result.chart_ns[northSouth(row.game)] = ns;
    result.chart_ew[northSouth(row.game)] = ew;
  }
  const missing = want.filter((key) => !(key in result));
  if (missing.length) throw new Unsupported(`other figures of a board (${missing.join(', ')})`);
  return result;
}

function score(scoring, games, settings, result) {
  if (scoring === 'matchpoints') {
    follow(settings, { matchpoints_per_win: settings.matchpoints_per_win });
    (settings.matchpoints_per_win === 1 ? scorer.matchpointsACBL : scorer.matchpoints)(games);
    return ['matchpointsNS', 'matchpointsEW'];
  }
  if (scoring === 'cross-imps') {
    follow(settings, { cross_imps_divisor: 'comparisons' });
    scorer.crossImps(games);
  } else if (scoring === 'butler') {
    // It leaves out one result at each end of four to ten, more of more, and none of three or fewer.
    const trimmed = games.length > 3 ? Math.ceil((games.length - 10) / 15) + 1 : 0;
    if (String(trimmed) !== (settings.butler_trim ?? '0'))
      throw new Unsupported('a Butler with another number of extreme results left out');
    follow(settings, { butler_trim: settings.butler_trim, butler_round_to: 10, butler_tie: 'away' });
    result.datum = scorer.butler(games);
  } else throw new Unsupported(`the scoring ${scoring}`);
  return ['impsNS', 'impsEW'];
}

const KINDS = { contract, imps, board };

require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const question = JSON.parse(line);
  let answer;
  try {
    if (!(question.kind in KINDS)) throw new Unsupported(`the kind ${question.kind}`);
    answer = { result: KINDS[question.kind](question) };
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    answer = { unsupported: error.message };
  }
  console.log(JSON.stringify({ id: question.id, ...answer }));
});
