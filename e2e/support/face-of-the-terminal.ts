import { expect } from 'vitest'

import type { Face } from './face.ts'
import type { Installation } from './installation.ts'
import { openPseudoTerminal } from './pseudo-terminal.ts'
import type { Shell } from './shell.ts'

const [enter, escape, tab, clearLine] = ['\r', '\u001b[27u', '\t', '\u0015']

/** The work in the terminal UI, from the list of Staging's service accounts; every step begins and ends there. */
export async function terminalFace(installation: Installation, shell: Shell): Promise<Face> {
  const command = ['node', installation.portico, 'tui', '--env', 'Staging']
  const pty = openPseudoTerminal(command, shell.env)
  const shows = (wanted: string | RegExp) => pty.shows(wanted)
  const type = async (keys: string, wanted: string | RegExp) => {
    pty.write(keys)
    await shows(wanted)
  }
  const addApplication = async (label: string, roles: readonly string[]) => {
    await type('a', 'Search:')
    await type(label, '1 of 1')
    await type(enter, new RegExp(`${label}\\s+\\(no role\\)`))
    if (roles.length === 0) return
    await type(enter, `Roles in ${label}`)
    for (const role of roles) {
      await type(role, '1 of 1')
      pty.write(`${tab}${clearLine}`)
    }
    await type(enter, new RegExp(`${label}\\s+${roles.map((role) => `\\[${role}\\]`).join(' ')}`))
  }
  // The list remembers what it was filtered by.
  const find = (account: string) => type(`/${clearLine}${account}${enter}`, new RegExp(`› .*${account}`))
  const open = async (account: string) => {
    await find(account)
    await type(enter, new RegExp(`› Name\\s+${account}`))
  }
  const rename = async (name: string) => {
    await type(enter, 'Esc Stop typing')
    await type(`${clearLine}${name}`, new RegExp(`› Name\\s+${name}`))
    await type(escape, 'Enter Edit')
  }
  const save = async (question: string, sentence: string) => {
    await type('s', question)
    await type(enter, sentence)
  }
  const list = /Service accounts\n/
  const toList = () => type(escape, list)
  await shows(list)

  return {
    async create(account, { certificate }) {
      await type('c', /› Name/)
      await type(`${account}${tab}${escape}`, 'f From file')
      await type('f', 'Upload certificate for Public key 1')
      await type(`${certificate}${enter}`, /Public key 1\s+RSA, SHA-256 [0-9a-f]/)
      await addApplication('Billing', ['clerk', 'viewer'])
      await addApplication('Inventory', ['planner'])
      await addApplication('Company Wiki', [])
      await save('Create this service account?', 'The service account was created.')
      await shows(list)
    },
    async edit(account, newName) {
      await open(account)
      await rename(newName)
      await type('jjj', /› \S+:billing\s+Billing/)
      await type(enter, 'Roles in Billing')
      await type('viewer', '1 of 1')
      await type(`${tab}${enter}`, /Billing\s+\[clerk\]\s/)
      await type('jj', /› \S+:wiki\s+Company Wiki/)
      await type('x', /^(?!.*Company Wiki)/s)
      await save('Save these changes?', 'The service account was saved.')
      await toList()
    },
    async leaveWithChanges(account) {
      await open(account)
      await rename('Unfinished')
      await type(escape, 'Save your changes first?')
      await type('c', /› Name\s+Unfinished/)
      await type('z', new RegExp(`› Name\\s+${account}`))
      await toList()
    },
    async rotate(account, { key }) {
      await open(account)
      await type('jj', /› Public key 2/)
      await type('f', 'Upload certificate for Public key 2')
      await type(`${key}${enter}`, /Public key 2\s+RSA, SHA-256 [0-9a-f]/)
      await type('kx', /Public key 1\s+not set/)
      await save('Save these changes?', 'The service account was saved.')
      await toList()
    },
    async remove(account) {
      await find(account)
      await type('d', 'to confirm')
      await type(`${account}${enter}`, 'The service account was deleted.')
    },
    async leave() {
      pty.write('q')
      expect(await pty.exited).toEqual({ code: 0, signal: 0 })
    },
    async close() {
      pty.kill()
      await pty.exited
    },
  }
}
