export declare function pngChunk(name: string, content: Buffer): Buffer
/** A PNG of one colour; `more` are chunks between its header and its pixels. */
export declare function makePng(width: number, height: number, more?: readonly Buffer[]): Buffer
