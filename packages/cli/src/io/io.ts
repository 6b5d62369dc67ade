/** The outside of a process, as commands see it. Tests hand in one that lives in memory. */
export type Io = {
  readonly stdout: TextOut
  readonly stderr: TextOut
  readonly stdin: TextIn
  readonly env: Readonly<Record<string, string | undefined>>
  /** Absolute paths. */
  readonly cwd: string
  readonly home: string
  /** For screen readers: nothing is drawn over, tables are lines of `label: value`. */
  readonly accessible?: boolean | undefined
  /** Shows a text through a pager; false where it fits the screen, or nobody sits there. */
  readonly page?: ((text: string) => Promise<boolean>) | undefined
}

export type TextOut = {
  write(text: string): void
  readonly isTTY: boolean
  /** Width of the terminal in cells, where there is one. */
  readonly columns: number | undefined
}

export type TextIn = {
  readonly isTTY: boolean
  readAll(): Promise<Uint8Array>
  /** One line typed by a person. Ctrl-C fails as interrupted, the end of input as cancelled. */
  ask(question: string): Promise<string>
}
