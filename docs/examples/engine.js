// A scoring program asks amends: results in, rulings checked and scored, the slip out.
// node engine.js AMENDS [ARGUMENTS...]   such as: node engine.js amends
"use strict";
const { spawn } = require("node:child_process");
const { createInterface } = require("node:readline");

class Engine {
  constructor(command, ...words) {
    this.waiting = new Map();
    this.next = 1;
    this.child = spawn(command, [...words, "engine"], { stdio: ["pipe", "pipe", "inherit"] });
    createInterface({ input: this.child.stdout }).on("line", (line) => {
      const said = JSON.parse(line);
      const { resolve, reject } = this.waiting.get(said.id);
      this.waiting.delete(said.id);
      if (said.problem) reject(Object.assign(new Error(said.problem.detail), { problem: said.problem }));
      else resolve(said.answer);
    });
  }

  ask(operation, request) {
    return new Promise((resolve, reject) => {
      const id = this.next++;
      this.waiting.set(id, { resolve, reject });
      this.child.stdin.write(JSON.stringify({ id, do: operation, ...request }) + "\n");
    });
  }

  close() {
    this.child.stdin.end();
  }
}

const event = {
  contract: "1", kind: "event", name: "Friday", form: "pairs", scoring: "matchpoints", regulation: "ebu",
  results: [
    { board: 15, ns: "7", ew: "14", result: "4S E =" },
    { board: 15, ns: "5", ew: "11", result: "4H N -1" },
    { board: 15, ns: "3", ew: "12", result: "4H N =" },
  ],
};
const ruling = {
  id: "r1", board: 15, table: { ns: "7" }, both: "60% 4H N =; 40% 4H N -1", non_offending: "ns", laws: ["16B1"],
};

async function main() {
  const engine = new Engine(...process.argv.slice(2));
  const preview = await engine.ask("preview", { event, rulings: [ruling] });
  for (const move of preview.moves) {
    const shown = (standing) => (standing && standing.percent ? standing.percent.shown : "-");
    console.log(`pair ${move.contestant}: ${shown(move.before)} -> ${shown(move.after)}`);
  }
  const ruled = { ...event, rulings: [ruling] };
  const { verdict } = await engine.ask("check", { event: ruled });
  console.log(`the ruling is ${verdict}`);
  const { ranking } = await engine.ask("score", { event: ruled });
  for (const row of ranking.rows) {
    console.log(`${row.place}${row.tied ? "=" : ""} ${row.contestant} ${row.percent.shown} (exactly ${row.percent.exact})`);
  }
  const { slips } = await engine.ask("slip", { event: ruled, ruling: "r1" });
  console.log(slips[0].text);
  try {
    await engine.ask("score", { event: { ...event, results: [{ board: 15, ns: "7", ew: "14", result: "4Q E =" }] } });
  } catch (trouble) {
    for (const fault of trouble.problem.faults) console.log(`${fault.path}: ${fault.found}`);
  }
  engine.close();
}

main().catch((trouble) => { console.error(trouble); process.exitCode = 1; });
