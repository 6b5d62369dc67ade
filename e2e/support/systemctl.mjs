#!/usr/bin/env node
// What `systemctl` does on a bare host of the scenarios, where systemd does not run: starts and stops services by what their units
// say, with the user, environment and command of the unit, without its sandbox. PostgreSQL and nginx use their own commands.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const [verb, ...words] = process.argv.slice(2)
const unit = words.findLast((word) => !word.startsWith('--'))?.replace(/\.service$/, '')
const run = (...command) => execFileSync(command[0], command.slice(1), { stdio: 'inherit' })

const own = {
  postgresql: {
    start: () => cluster('start'),
    stop: () => cluster('stop'),
  },
  nginx: {
    start: () => run('nginx'),
    stop: () => run('nginx', '-s', 'quit'),
    reload: () => run('nginx', '-s', 'reload'),
  },
}

const { start, stop, reload } = own[unit] ?? { start: startUnit, stop: stopUnit }
if (verb === 'daemon-reload') process.exit(0)
else if (verb === 'start' || (verb === 'enable' && words.includes('--now'))) await start()
else if (verb === 'stop') await stop()
else if (verb === 'reload') reload()
else if (verb === 'restart') {
  await stop()
  await start()
} else throw new Error(`systemctl ${verb} ${words.join(' ')} is not known here`)

function cluster(action) {
  for (const version of readdirSync('/etc/postgresql')) run('pg_ctlcluster', version, 'main', action)
}

/** The settings of a section, from the unit and its drop-ins; an empty value forgets the earlier ones. */
function service() {
  const base = `/etc/systemd/system/${unit}.service`
  const dropIns = existsSync(`${base}.d`) ? readdirSync(`${base}.d`).map((file) => `${base}.d/${file}`) : []
  const settings = new Map()
  for (const file of [base, ...dropIns])
    for (const [, name, value] of readFileSync(file, 'utf8').matchAll(/^([A-Z]\w+)=(.*)$/gm))
      settings.set(name, value === '' ? [] : [...(settings.get(name) ?? []), value])
  for (const name of ['LoadCredential', 'ExecStartPre', 'WorkingDirectory'])
    if (settings.has(name)) throw new Error(`${name} is not known here`)
  return settings
}

function startUnit() {
  const settings = service()
  const lines = [
    ...(settings.get('Environment') ?? []),
    ...(settings.get('EnvironmentFile') ?? []).flatMap((file) => readFileSync(file, 'utf8').split('\n')),
  ]
  const pairs = lines
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
  const [command] = settings.get('ExecStart')
  const [user] = settings.get('User')
  const [group] = settings.get('Group')
  const log = openSync(`/var/log/${unit}.log`, 'a')
  const child = spawn(
    'setpriv',
    [
      `--reuid=${user}`,
      `--regid=${group}`,
      '--init-groups',
      '--no-new-privs',
      '--bounding-set=-all',
      '--',
      ...command.split(' '),
    ],
    {
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, LANG: process.env.LANG, ...Object.fromEntries(pairs) },
    },
  )
  writeFileSync(`/run/${unit}.pid`, String(child.pid))
  child.unref()
}

async function stopUnit() {
  const pid = Number(readFileSync(`/run/${unit}.pid`, 'utf8'))
  rmSync(`/run/${unit}.pid`)
  const lasts = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  if (!lasts()) throw new Error(`${unit} had ended: see /var/log/${unit}.log`)
  process.kill(pid, 'SIGTERM')
  const [seconds] = service().get('TimeoutStopSec')
  const last = Date.now() + Number(seconds) * 1000
  while (lasts()) {
    if (Date.now() > last) {
      process.kill(pid, 'SIGKILL')
      throw new Error(`${unit} did not stop within ${seconds} s`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
