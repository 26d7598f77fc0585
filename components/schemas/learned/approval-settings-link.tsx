'use client';

import { Link } from 'react-aria-components';

/** Leads to where a schema owner says whether, and whom, approvals teach. */
export function ApprovalSettingsLink() {
  return (
    <Link href="/settings/approval" className="rounded-sm text-accent underline underline-offset-2">
      Settings, Approval and quality
    </Link>
  );
}
