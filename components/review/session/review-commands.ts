/** What can be done with the whole document. */
export type ReviewCommands = {
  /** @param pointerType what pressed the button, as react-aria says */
  approve(pointerType: string): void;
  reject(): void;
  reopen(): void;
  extractAgain(): void;
  postpone(): void;
  remove(): void;
  toggleHistory(): void;
  showSummary(): void;
  showRawResponse(): void;
  showKind(): void;
};
