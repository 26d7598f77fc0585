import { createLedger, type Ledger } from '../../product/work-at-desk.ts';

/** How often something was sent, each time as a thing of its own, and how often it was acknowledged. */
export type Tally = { sent: number; acknowledged: number };

/** What was sent to the cluster, and what it acknowledged. */
export type CampaignLedger = Ledger & {
  /** SHA-256 of all bytes sent → the ID under which the desk got them, or the key for the service. */
  sent: { desk: Map<string, string>; service: Map<string, string> };
  actions: Map<string, { documentId: string; value: string; isAcknowledged: boolean }>;
  /** By `DOCUMENT approve` and `DOCUMENT reopen`. */
  decisions: Map<string, Tally>;
  comments: Map<string, { documentId: string; isAcknowledged: boolean }>;
  /** Exports that came to their end. */
  exports: number;
  reopenings: number;
  /** Documents that failed and were tried again by a person, with the reason. */
  retried: string[];
  /** Answers that must not be, one line each. */
  surprises: string[];
};

export function createCampaignLedger(): CampaignLedger {
  return {
    ...createLedger(),
    sent: { desk: new Map(), service: new Map() },
    actions: new Map(),
    decisions: new Map(),
    comments: new Map(),
    exports: 0,
    reopenings: 0,
    retried: [],
    surprises: [],
  };
}

/** All that was acknowledged. */
export function countAcknowledged({ counts, comments, exports, reopenings }: CampaignLedger): number {
  const said = [...comments.values()].filter(({ isAcknowledged }) => isAcknowledged).length;
  return counts.uploads + counts.actions + counts.approvals + counts.jobs + said + exports + reopenings;
}

export function tallyOf(ledger: CampaignLedger, documentId: string, kind: 'approve' | 'reopen'): Tally {
  const key = `${documentId} ${kind}`;
  const tally = ledger.decisions.get(key) ?? { sent: 0, acknowledged: 0 };
  ledger.decisions.set(key, tally);
  return tally;
}
