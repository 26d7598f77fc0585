// Loaded before a program of the campaign: its clock is off by as many milliseconds as the file CAMPAIGN_CLOCK says, as that of a machine whose
// clock is set. Timers and `performance.now` go on.
import { readFileSync } from 'node:fs';

const EVERY_MS = 200;
const file = process.env.CAMPAIGN_CLOCK;
const Real = Date;
let offset = 0;

const now = () => Real.now() + offset;

function read() {
  try {
    offset = Number(readFileSync(file, 'utf8'));
  } catch {
    offset = 0;
  }
}

if (file) {
  read();
  setInterval(read, EVERY_MS).unref();
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
