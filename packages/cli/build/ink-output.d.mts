type Clip = { readonly x1?: number; readonly x2?: number; readonly y1?: number; readonly y2?: number }
type Transform = (line: string, index: number) => string

export const inkVersion: string

export default class Output {
  constructor(size: { width: number; height: number })
  write(x: number, y: number, text: string, options: { transformers: readonly Transform[] }): void
  clip(clip: Clip): void
  unclip(): void
  get(): { output: string; height: number }
}
