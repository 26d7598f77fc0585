/** A probability as per cent, with as many places as it has, two at most: `85 %`, `99.5 %`, `0.12 %`. */
export function percentWords(value: number): string {
  return `${Number((value * 100).toFixed(value < 0.1 ? 2 : 1))} %`;
}

/** Why a value was flagged. */
const REASONS: Record<string, string> = {
  low_confidence: 'Low confidence',
  required_missing: 'Required, but missing',
  bad_format: 'Wrong format',
  not_an_option: 'Not one of the options',
  out_of_range: 'Out of range',
  rule_broken: 'A rule is broken',
  engines_differ: 'Two readings differ',
  unconfirmed: 'Could not be confirmed',
  hidden_text: 'Hidden text',
  not_on_page: 'Not found on the page',
  badly_recognised: 'Hard to recognise',
  sums_do_not_fit: 'Sums do not add up',
  rows_missing: 'Rows may be missing',
  new_bank_account: 'New bank account',
  second_opinion: 'Differs from approved documents',
};

export function reasonWords(reason: string): string {
  return REASONS[reason] ?? reason.replaceAll('_', ' ');
}
