import type { Io, TextOut } from '../io/io.ts'
import { asciiOf } from './ascii.ts'

/** For terminals that show only ASCII. What goes to a file or a pipe stays as it is. */
export function asciiIo(io: Io): Io {
  const { page, stdin, env, cwd, accessible } = io
  return {
    env,
    cwd,
    accessible,
    get home() {
      return io.home
    },
    isAscii: true,
    stdout: asciiOut(io.stdout),
    stderr: asciiOut(io.stderr),
    stdin: {
      get isTTY() {
        return stdin.isTTY
      },
      readAll: () => stdin.readAll(),
      ask: (question) => stdin.ask(asciiOf(question)),
    },
    ...(page && { page: (text: string) => page(asciiOf(text)) }),
  }
}

function asciiOut(out: TextOut): TextOut {
  return {
    write: (text) => out.write(out.isTTY ? asciiOf(text) : text),
    get isTTY() {
      return out.isTTY
    },
    get columns() {
      return out.columns
    },
  }
}
