import type { Noun } from '../../kit/nouns/noun.ts'
import type { DoctorFinding } from './finding.ts'

/** What `portico doctor` prints. */
export const doctorNoun: Noun<DoctorFinding> = {
  name: 'doctor',
  plural: 'findings',
  aliases: [],
  label: 'Finding',
  labelPlural: 'Findings',
  summary: 'What should be fixed, for people and for CI',
  fields: [
    {
      name: 'severity',
      label: 'Severity',
      kind: 'text',
      summary: 'urgent, soon or later',
      value: (row) => row.severity,
    },
    { name: 'id', label: 'Check', kind: 'text', summary: 'Id of the check', value: (row) => row.id },
    { name: 'about', label: 'About', kind: 'text', summary: 'Name of the object', value: (row) => row.about },
    {
      name: 'message',
      label: 'What',
      kind: 'text',
      summary: 'What was found, as a sentence',
      value: (row) => row.message,
    },
    {
      name: 'command',
      label: 'Command',
      kind: 'text',
      summary: 'A command that fixes it, or shows what to fix',
      value: (row) => row.command,
    },
  ],
  columns: ['severity', 'id', 'about', 'message'],
  pipedColumns: ['severity', 'id', 'about', 'message', 'command'],
  wideColumns: ['command'],
  actions: [
    {
      name: 'doctor',
      summary: 'Check the company, this machine and the versions; exit code 1 if something should be fixed',
      changes: false,
      severity: 'none',
    },
  ],
  inEnvironment: false,
}
