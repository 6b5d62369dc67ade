import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

import type { Logger } from 'pino'

export type SimulatorProcess = { stop(): Promise<void>; readonly exited: Promise<number | null> }

/** How long the simulator may take to end: one that hangs must not keep the demo. */
const stopMaxMs = 5_000

/** Runs the simulator as a third party's software: a separate process that always ends together with this one. */
export async function startSimulatorProcess(
  mainFile: string,
  configFile: string,
  log: Logger,
): Promise<SimulatorProcess> {
  const child = spawn(process.execPath, [mainFile, '--config', configFile], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('The simulator has no output to read.')
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const complaints: string[] = []
  createInterface({ input: stderr }).on('line', (line) => {
    log.info({ simulator: line }, 'simulator')
    // Its JSON log goes to our log; its plain messages go to the person who started the demo.
    if (line.startsWith('{')) return
    complaints.push(line)
    if (complaints.length > 20) complaints.shift()
  })
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => line.startsWith('ready ') && resolve())
  })
  const failed = exited.then((code) => {
    const taken = complaints.some((line) => line.includes('EADDRINUSE'))
    const hint = taken
      ? '\nhint: --simulator-port names another port for the identity providers, 0 any that is free'
      : ''
    throw new Error(`The simulator did not start (exit ${code}).\n${complaints.join('\n')}${hint}`)
  })
  // An exit after the start is handled elsewhere.
  failed.catch(() => {})
  await Promise.race([ready, failed])
  return {
    exited,
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM')
      const timer = setTimeout(() => {
        log.warn(`The simulator did not end within ${stopMaxMs / 1000} seconds and was killed.`)
        child.kill('SIGKILL')
      }, stopMaxMs)
      await exited
      clearTimeout(timer)
    },
  }
}
