import { readProblem } from '#lib/client/http/read-problem.ts';
import { type ActionOutbox, createActionOutbox } from '#lib/client/review/action-outbox.ts';
import type { ActionOutboxState } from '#lib/client/review/action-outbox-state.ts';
import type { DeskDocumentDetail, LockAnswer } from '#lib/contract/desk/desk-document.ts';
import type { ActionDraft, MergedFields, MergedRow } from '#lib/contract/desk/review.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import { createRandom, type Random } from './random.ts';
import { type Intent, intentOf } from './review-model.ts';

export type Account = { id: string; name: string; cookie: string };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One person's browser: the real queue over real requests, with a network that fails and a page that is reloaded. */
export class Person {
  readonly account: Account;
  readonly intents = new Map<string, Intent>();
  /** Ids of actions whose saving the desk acknowledged to this browser. */
  readonly acknowledged = new Set<string>();
  /** Ids of actions that the person gave up by choosing the other's values, and of rows that both removed. */
  readonly givenUp = new Set<string>();
  /** Actions that settling a conflict made: a removed row coming back, cells of a confirmed row. */
  readonly derived = new Set<string>();
  readonly insisted: { target: string; value: Value }[] = [];
  readonly faults: string[] = [];
  holds = false;
  #flaky = true;
  #tab = crypto.randomUUID();
  #queue!: ActionOutbox;
  #state!: ActionOutboxState;
  readonly #random: Random;
  readonly #url: string;
  readonly #kept = new Map<string, string>();
  readonly #removed = new Map<string, Set<string>>();

  constructor(account: Account, random: Random, url: string) {
    this.account = account;
    this.#random = random;
    this.#url = url;
  }

  get state(): ActionOutboxState {
    return this.#state;
  }

  async #ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { origin } = new URL(this.#url);
    await pause(this.#random.below(4));
    if (this.#flaky && this.#random.chance(0.08)) throw new TypeError('The request was lost');
    const response = await fetch(this.#url + path, {
      method,
      headers: { origin, cookie: this.account.cookie, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    await pause(this.#random.below(4));
    if (this.#flaky && this.#random.chance(0.08)) throw new TypeError('The answer was lost');
    if (!response.ok) throw readProblem(response.status, text, null);
    return JSON.parse(text) as T;
  }

  /** Opens the page: whatever it held in memory before is gone. */
  async load(): Promise<void> {
    this.#queue?.stop();
    const detail = await this.#reliably(() => this.#ask<DeskDocumentDetail>('GET', ''));
    this.#state = { status: 'idle', detail, unsaved: this.#pendingIds().length, isKept: true, problem: null, conflicts: [], lock: null };
    this.#queue = createActionOutbox({
      detail,
      actor: this.account,
      retryMs: 5,
      storage: {
        getItem: (key) => this.#kept.get(key) ?? null,
        setItem: (key, value) => void this.#kept.set(key, value),
        removeItem: (key) => void this.#kept.delete(key),
      },
      onChange: (state) => {
        this.#state = state;
      },
      save: async ({ revision, actions }) => {
        const answer = await this.#ask<DeskDocumentDetail>('POST', '/actions', { revision, actions, tab: this.#tab });
        for (const { id } of actions) this.acknowledged.add(id);
        return answer;
      },
    });
  }

  async #reliably<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof TypeError) || tries > 500) throw error;
        await pause(5);
      }
    }
  }

  #pendingIds(): string[] {
    const [text] = this.#kept.values();
    return text ? (JSON.parse(text) as { pending: { id: string }[] }).pending.map(({ id }) => id) : [];
  }

  #pendingRows(): [id: string, row: string | undefined][] {
    const [text] = this.#kept.values();
    const kept = text ? (JSON.parse(text) as { pending: { id: string; target?: string }[] }).pending : [];
    return kept.map(({ id, target }) => [id, target?.split('/')[2]]);
  }

  /** One step of a day's work. */
  async step(): Promise<void> {
    const kind = this.#random.below(100);
    try {
      if (kind < 55) this.#act();
      else if (kind < 70) this.#queue.receive(await this.#ask<DeskDocumentDetail>('GET', ''));
      else if (kind < 82) await this.askLock(this.#random.chance(0.5));
      else if (kind < 90) await this.load();
      else this.#settle();
    } catch (error) {
      // The other took it over at the same moment; the next step goes on from there.
      const isRace = error instanceof ProblemError && error.code === 'document_locked';
      if (!(error instanceof TypeError) && !isRace) throw error;
    }
    await pause(this.#random.below(6));
  }

  /** Asks for the lock, and takes it over from whoever holds it. */
  async askLock(takeOver: boolean): Promise<void> {
    let answer = await this.#ask<LockAnswer>('POST', '/lock', { tab: this.#tab });
    if (!answer.mine && takeOver && answer.lock) {
      answer = await this.#ask<LockAnswer>('POST', '/lock', { tab: this.#tab, take_over: answer.lock.tab });
    }
    this.holds = answer.mine;
    if (answer.mine) this.#queue.recordLock();
  }

  #act(): void {
    // The screen is read-only for who knows that another holds the lock; mostly one does not know yet.
    if (!this.holds && this.#random.chance(0.7)) return;
    const { fields } = this.#queue.present();
    const draft = fields && this.#draft(fields);
    if (!fields || !draft) return;
    const [id = ''] = this.#queue.add(draft);
    if (!this.#pendingIds().includes(id)) this.faults.push('an action was not kept in the browser');
    this.intents.set(id, intentOf(fields, id, draft));
  }

  #draft(fields: MergedFields): ActionDraft | null {
    const random = this.#random;
    const names = Object.keys(fields).filter((name) => ['number', 'total', 'lines'].includes(name));
    const name = random.pick([...names, 'lines', 'lines']);
    const entry = fields[name];
    const onValue = (pointer: string, isText: boolean): ActionDraft => {
      const kind = random.below(10);
      if (kind < 6) {
        const value = isText ? `${this.account.name}-${random.below(1000)}` : random.below(1000);
        return { kind: 'correct', pointer, value, evidence: [] };
      }
      return { kind: kind < 7 ? 'clear' : kind < 9 ? 'confirm' : 'revert', pointer };
    };
    if (!Array.isArray(entry)) return onValue(`/${name}`, name === 'number');
    const index = random.below(entry.length);
    const kind = random.below(10);
    if (entry.length === 0 || kind < 2) {
      const values = { item: { value: `row of ${this.account.name} ${random.below(1000)}`, evidence: [] } };
      return { kind: 'insert_row', pointer: `/${name}/${random.below(entry.length + 1)}`, values };
    }
    if (kind === 2) return this.#bringBack(name, entry);
    if (kind === 3) return { kind: 'move_row', pointer: `/${name}/${index}`, to: random.below(entry.length) };
    if (kind === 4) {
      this.#removed.set(name, (this.#removed.get(name) ?? new Set()).add(entry[index]?.key ?? ''));
      return { kind: 'remove_row', pointer: `/${name}/${index}` };
    }
    const isText = random.chance(0.5);
    return onValue(`/${name}/${index}/${isText ? 'item' : 'amount'}`, isText);
  }

  /** What undoing the removal of an extracted row does. */
  #bringBack(name: string, rows: MergedRow[]): ActionDraft | null {
    const gone = [...(this.#removed.get(name) ?? [])].filter((key) => key.startsWith('m') && !rows.some((row) => row.key === key));
    if (gone.length === 0) return null;
    return {
      kind: 'insert_row',
      pointer: `/${name}/${this.#random.below(rows.length + 1)}`,
      restores: this.#random.pick(gone),
      values: {},
    };
  }

  /** Chooses where both changed the same, if there is such. */
  #settle(): void {
    const { conflicts, status } = this.#state;
    if (status !== 'merging') return;
    const chosen = conflicts.map((conflict) => ({ conflict, choice: this.#random.pick(['mine', 'theirs'] as const) }));
    const before = this.#pendingIds();
    for (const { conflict, choice } of chosen) {
      if (choice === 'theirs') continue;
      const target = conflict.target.slice(1);
      if ('value' in conflict.theirs) this.insisted.push({ target, value: conflict.theirs.value });
    }
    this.#queue.resolve(Object.fromEntries(chosen.map(({ conflict, choice }) => [conflict.target, choice])));
    const after = new Set(this.#pendingIds());
    for (const id of after) if (!before.includes(id)) this.derived.add(id);
    for (const [id, row] of this.#pendingRows()) {
      const intent = this.intents.get(id);
      // A row that a person had added comes back under another key.
      if (intent?.row && row && intent.row !== row) this.intents.set(id, { ...intent, row });
    }
    const gone = before.filter((id) => !after.has(id));
    for (const id of gone) this.givenUp.add(id);
    // An extracted row that the person was bringing back comes back by the choice already.
    const isBack = (id: string) => {
      const draft = this.intents.get(id)?.draft;
      return draft?.kind === 'insert_row' && draft.restores !== undefined;
    };
    if (!gone.every(isBack) && chosen.every(({ choice }) => choice === 'mine')) this.faults.push(`“mine” dropped ${gone.join(', ')}`);
  }

  /** Works off everything: takes the lock over, chooses, waits until all is saved. */
  async finish(): Promise<void> {
    this.#flaky = false;
    for (let round = 0; round < 200; round += 1) {
      // A connection that the server closes while it is used again is a lost request too.
      if (round % 20 === 0) await this.#reliably(() => this.askLock(true));
      const { status, unsaved, problem } = this.#state;
      if (status === 'idle' && unsaved === 0 && this.#pendingIds().length === 0) return;
      if (status === 'refused') throw new Error(`Refused: ${problem}`);
      if (status === 'merging') this.#settle();
      else this.#queue.retryNow();
      await pause(5);
    }
    throw new Error(`Never done: ${this.#state.status}, ${this.#state.unsaved} unsaved`);
  }

  /** The document as this browser shows it in the end. */
  async look(): Promise<DeskDocumentDetail> {
    this.#queue.receive(await this.#reliably(() => this.#ask<DeskDocumentDetail>('GET', '')));
    return this.#queue.present();
  }

  stop(): void {
    this.#queue.stop();
  }
}

/** Two people at one document, their steps and the network's moods chosen by the seed. @param url of the document's routes */
export async function playInterleaving(seed: number, url: string, accounts: readonly [Account, Account], steps: number): Promise<Person[]> {
  const random = createRandom(seed);
  const people = accounts.map((account, index) => new Person(account, createRandom(seed * 7919 + index), url));
  for (const person of people) await person.load();
  const days = people.map(async (person) => {
    for (let step = 0; step < steps; step += 1) await person.step();
  });
  await Promise.all(days);
  for (const person of random.chance(0.5) ? people : people.toReversed()) await person.finish();
  return people;
}
