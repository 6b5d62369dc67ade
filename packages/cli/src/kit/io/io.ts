/** The process environment of commands. Tests pass one in memory. */
export type Io = {
  readonly stdout: TextOut
  readonly stderr: TextOut
  readonly stdin: TextIn
  readonly env: Readonly<Record<string, string | undefined>>
  /** Absolute paths. */
  readonly cwd: string
  readonly home: string
  /** Terminals show only ASCII. */
  readonly isAscii?: boolean | undefined
  /** For screen readers: nothing is redrawn, tables are lines of `label: value`. */
  readonly accessible?: boolean | undefined
  /** Shows a text in a pager; false if it fits the screen or the process is not interactive. */
  readonly page?: ((text: string) => Promise<boolean>) | undefined
}

export type TextOut = {
  write(text: string): void
  readonly isTTY: boolean
  /** Width of the terminal in cells, if any. */
  readonly columns: number | undefined
}

export type TextIn = {
  readonly isTTY: boolean
  readAll(): Promise<Uint8Array>
  /** One line typed by a person. Ctrl-C fails as interrupted, the end of input as cancelled. */
  ask(question: string): Promise<string>
}
