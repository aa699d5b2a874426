// Scores plain boards with the package bridge-scorer, adds up and ranks, and times that alone.
// Arguments: a file of 16-bit scores, tables of a board, pairs in each direction, repetitions.
// Standard output: the best time in milliseconds, and the sum of all N-S matchpoints.
'use strict';

const fs = require('fs');
const scorer = require('bridge-scorer');
const [file, tables, pairs, repetitions] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const bytes = fs.readFileSync(file);
const scores = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);

let best = Infinity, sum = 0;
for (let i = 0; i < repetitions; i++) {
  const boards = [];
  for (let row = 0; row < scores.length; row += tables) {
    const games = [];
    for (let table = 0; table < tables; table++) {
      const score = scores[row + table]; // the package takes a declarer's score
      games.push({ contract: { declaror: score > 0 ? 'N' : 'E' }, score: Math.abs(score) });
    }
    boards.push(games);
  }
  const start = process.hrtime.bigint();
  const totals = new Float64Array(2 * pairs);
  let place = 0;
  sum = 0;
  for (const games of boards) {
    scorer.matchpoints(games);
    for (const game of games) {
      totals[place % pairs] += game.matchpointsNS.value;
      totals[pairs + ((place * 7) % pairs)] += game.matchpointsEW.value;
      sum += game.matchpointsNS.value;
      place++;
    }
  }
  totals.sort();
  best = Math.min(best, Number(process.hrtime.bigint() - start) / 1e6);
}
process.stdout.write(JSON.stringify({ best, sum }));
