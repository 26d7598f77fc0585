declare module 'heic-decode' {
  type HeicImage = { width: number; height: number; decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray }> };
  const decode: { all(options: { buffer: Uint8Array }): Promise<HeicImage[] & { dispose(): void }> };
  export = decode;
}
