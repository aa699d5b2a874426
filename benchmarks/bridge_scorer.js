// Scores boards with the package bridge-scorer and times the scoring alone.
// Standard input: {"repetitions": n, "boards": [[{contract, vulnerable, over}, ...], ...]}.
// Standard output: the best times in milliseconds, and the N-S and E-W matchpoints of every game.
'use strict';

const scorer = require('bridge-scorer');
const input = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const text = JSON.stringify(input.boards);

function timed(task) {
  const start = process.hrtime.bigint();
  task();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function points(boards) {
  for (const games of boards)
    for (const game of games) game.score = scorer.contractResult(game.contract, game.vulnerable, game.over);
}

function matchpoints(boards) {
  for (const games of boards) scorer.matchpoints(games);
}

let whole = Infinity, alone = Infinity, boards;
for (let i = 0; i < input.repetitions; i++) {
  boards = JSON.parse(text); // the package writes into the games: every repetition has its own
  const first = timed(() => points(boards));
  const second = timed(() => matchpoints(boards));
  whole = Math.min(whole, first + second);
  alone = Math.min(alone, second);
}

const figures = boards.map((games) => games.map((game) => [game.matchpointsNS.value, game.matchpointsEW.value]));
process.stdout.write(JSON.stringify({ whole, alone, figures }));
