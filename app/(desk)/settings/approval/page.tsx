import type { Metadata } from 'next';
import { ApprovalScreen } from '#components/settings/approval/approval-screen.tsx';

export const metadata: Metadata = { title: 'Approval and quality' };

export default function Page() {
  return <ApprovalScreen />;
}
