import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

/** The parts of `postmaster.pid` that are used here. */
export interface PostmasterFile {
  readonly pid: number
  readonly port: number
  readonly socketFolder: string
}

/** Reads `postmaster.pid`; undefined when there is none or it is still being written. */
export async function readPostmasterFile(data: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, socketFolder] = text.split('\n')
  if (!pid || !port || !socketFolder) return undefined
  return { pid: Number(pid), port: Number(port), socketFolder: socketFolder.trim() }
}

/** Only the first line: it is written before the rest, and is all that a crash in between leaves. */
export async function readPostmasterPid(data: string): Promise<number | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  return Number.parseInt(text, 10) || undefined
}

/**
 * Whether the process is a postmaster of exactly this data folder. A pid in a file proves nothing: after a crash or in
 * another container it may belong to any program.
 */
export async function isPostmaster(pid: number, data: string): Promise<boolean> {
  const words = await commandLine(pid)
  return words.includes(data) && words.some((word) => basename(word) === 'postgres')
}

async function commandLine(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return text.split('\0')
  }
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  // ps joins the words with spaces; our command line has the folder between "-D" and "-c".
  const folder = /-D (.*?) -c /.exec(stdout)?.[1]
  return [stdout.split(' -D ')[0] ?? '', folder ?? '']
}
