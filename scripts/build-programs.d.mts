export function buildPrograms(options?: { tolerant?: boolean }): Promise<void>;
export function watchPrograms(options?: { folder?: string; entries?: Record<string, string> }): Promise<() => Promise<void>>;
export function buildFile(file: string): Promise<string>;
export function packModels(target?: string, source?: string): Promise<boolean>;
