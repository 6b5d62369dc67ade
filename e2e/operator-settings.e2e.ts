import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, describe, expect, onTestFinished, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { runProcess } from './support/run-process.ts'
import { startServer } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const installation = builtInstallation()
const folder = temporaryFolder()
afterAll(() => folder.remove())

const operator = (args: readonly string[], env: Record<string, string> = {}) =>
  runProcess(['node', installation.server, ...args], { env })

const startIn = (dataDir: string, env?: Record<string, string>) =>
  operator(['start', '--port', '0', '--data', dataDir], env)
const demoIn = (dataDir: string, env?: Record<string, string>) =>
  operator(['demo', '--port', '0', '--simulator-port', '0', '--data', dataDir], env)

test('a command whose output is no longer read ends without a word', async () => {
  const dataDir = join(folder.path, 'piped')
  await operator(['tenant', 'create', 'acme', '--data', dataDir])
  for (const args of [['tenant', 'list'], ['doctor'], ['--help']]) {
    const command = [installation.server, ...args, ...(args[0] === '--help' ? [] : ['--data', dataDir])]
    // The pipe is closed before anything is written to it.
    const script = `exec 3>&2; { sleep 0; node "$@" 2>&3; echo "code $?" >&3; } | true`
    const { stderr } = await runProcess(['bash', '-c', script, 'bash', ...command])
    expect([args, stderr]).toEqual([args, 'code 0\n'])
  }
})

describe('a setting that cannot be used', () => {
  test.each([
    ['PORTICO_POOL_SIZE', 'abc', 'is "abc". It has to be a whole number from 1 to 1000.'],
    ['PORTICO_POOL_SIZE', '-3', 'is "-3". It has to be a whole number from 1 to 1000.'],
    ['PORTICO_TRUSTED_PROXIES', 'two', 'is "two". It has to be a whole number from 0 to 100.'],
    ['PORTICO_LOG_LEVEL', 'loud', 'is "loud". It has to be one of trace, debug, info, warn, error, fatal, silent.'],
  ])('stops every command before it touches anything: %s=%s', async (name, value, rest) => {
    const dataDir = join(folder.path, 'untouched')
    for (const run of [startIn, demoIn]) {
      const { code, stdout, stderr } = await run(dataDir, { [name]: value })
      expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: `error: ${name} ${rest}\n` })
    }
    expect(existsSync(dataDir)).toBe(false)
  })

  test.each(['999.1.1.1', '192.0.2.1', 'a b'])('stops a start before it touches anything: --host %s', async (host) => {
    const dataDir = join(folder.path, 'untouched')
    for (const command of ['start', 'demo']) {
      const { code, stdout, stderr } = await operator([command, '--host', host, '--port', '0', '--data', dataDir])
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^error: .* is not an address of this machine \(E\w+\)\. Choose another with --host\.\n$/)
    }
    expect(existsSync(dataDir)).toBe(false)
  })

  test('does not let demo --fresh remove what an earlier demo left', async () => {
    const dataDir = join(folder.path, 'kept')
    mkdirSync(join(dataDir, 'demo'), { recursive: true })
    const { code } = await operator(['demo', '--fresh', '--data', dataDir], { PORTICO_POOL_SIZE: 'abc' })
    expect(code).toBe(1)
    expect(existsSync(join(dataDir, 'demo'))).toBe(true)
  })

  test('is a finding of doctor', async () => {
    const { code, stdout } = await operator(['doctor', '--data', join(folder.path, 'none')], {
      PORTICO_LOG_LEVEL: 'loud',
    })
    expect(code).toBe(1)
    expect(stdout).toContain('failed  settings: PORTICO_LOG_LEVEL is "loud".')
  })

  test('does not show the password in DATABASE_URL', async () => {
    for (const value of [
      'notaurl:hunter2',
      'mysql://root:hunter2@127.0.0.1/x',
      'postgresql://root:hunter2@127.0.0.1:1/x',
    ]) {
      const { code, stderr } = await startIn(join(folder.path, 'secret'), { DATABASE_URL: value })
      expect(code).toBe(1)
      expect(stderr).toMatch(
        /^error: (DATABASE_URL has a value that cannot be used|PostgreSQL at 127\.0\.0\.1:1 does not answer) .*\n$/,
      )
      expect(stderr).not.toContain('hunter2')
    }
  })
})

/** A separate file system, where this user may mount one. */
function mounted(name: string, options: string): string | undefined {
  const place = join(folder.path, name)
  mkdirSync(place)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  onTestFinished(() => void execFileSync('umount', ['-l', place]))
  return place
}

describe('a data directory that cannot be used', () => {
  test('a read-only one is one sentence, also in demo', async ({ skip }) => {
    const place = mounted('readonly', 'ro')
    if (place === undefined) return skip('needs the right to mount')
    for (const run of [startIn, demoIn]) {
      for (const dataDir of [place, join(place, 'below')]) {
        const { code, stderr } = await run(dataDir)
        expect(code).toBe(1)
        expect(stderr).toBe(
          `error: The data directory ${dataDir} cannot be written (${place}: read-only file system). ` +
            'Make it writable for the user of the server, or choose another one with --data or PORTICO_DATA.\n',
        )
      }
    }
  })

  test('a place that takes no folders is one sentence', async () => {
    const { code, stderr } = await startIn('/proc/portico')
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^error: The data directory \/proc\/portico cannot be written \(\/proc: [^\n]*\)\. [^\n]*\n$/,
    )
  })

  test('one of another user is one sentence', async ({ skip }) => {
    if (process.getuid?.() === 0) return skip('root may write everywhere')
    const place = join(folder.path, 'closed')
    mkdirSync(place)
    chmodSync(place, 0o500)
    const { code, stderr } = await startIn(join(place, 'data'))
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: The data directory \S+ cannot be written \(\S+: permission denied\)\. [^\n]*\n$/)
  })

  test.each(['64k', '8m', '30m'])('a disk of %s that is full is one sentence, also in demo', async (size) => {
    const place = mounted(`full-${size}`, `size=${size}`)
    if (place === undefined) return
    for (const run of [startIn, demoIn]) {
      const { code, stderr } = await run(join(place, 'data'))
      expect(code).toBe(1)
      expect(stderr).toMatch(/^error: There is no space left on the disk[^\n]*\. Free some and try again\.\n$/)
    }
  })
})

test('a supported Node.js is not warned about', async () => {
  const server = await startServer(installation, {
    dataDir: join(folder.path, 'quiet'),
    args: ['start', '--port', '0'],
  })
  expect(await server.stop()).toEqual({ code: 0, signal: null })
  expect(server.output()).not.toMatch(/unsupported/i)
})
