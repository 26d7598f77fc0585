'use client';

import { Building2 } from 'lucide-react';
import { buttonStyle } from '#components/ui/button-style.ts';
import { classNames } from '#components/ui/class-names.ts';

/** Why a sign-in through the company failed, by the word that the server puts into the address. */
const FAULTS: Record<string, string> = {
  unreachable: 'Your company’s sign-in does not answer. Try again in a moment.',
  refused: 'Your company’s sign-in did not let you in, or you cancelled it. Try again, or ask your administrator.',
  expired: 'The sign-in took too long or was started in another browser. Try again.',
  invalid: 'The response of your company’s sign-in could not be verified. Tell an admin of this desk.',
  unverified: 'Your company’s sign-in gave no verified e-mail address. Ask your administrator.',
  domain: 'E-mail addresses like yours cannot sign in here. Ask an admin of this desk.',
  unknown_person: 'You have no account on this desk yet. Ask an admin for an invitation.',
  unproved_account:
    'There is an account with your address already, and nobody has shown that the address is its owner’s. Ask an admin of this desk to remove that account and to invite you.',
  switched_off: 'This account is switched off. Ask an admin of this desk.',
};

/** The sentence for `?company=…` in the address of the sign-in screen, or null. */
export function companyFault(word: string | null): string | null {
  if (word === null) return null;
  return (Object.hasOwn(FAULTS, word) && FAULTS[word]) || 'The sign-in through your company failed. Try again.';
}

/** Leads to the company's own sign-in page. A plain link: it leaves this page. */
export function CompanyButton({ label, next }: { label: string; next: string }) {
  return (
    <a
      href={`/api/auth/company?next=${encodeURIComponent(next)}`}
      className={classNames(buttonStyle('secondary', 'large'), 'w-full hover:bg-hover')}
    >
      <Building2 size={14} aria-hidden />
      {label}
    </a>
  );
}
