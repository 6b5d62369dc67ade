import type { Words } from '../../kit/words/words.ts'
import type { SwitchRehearsal } from './contract.ts'

/** A part of the rehearsal as every face shows it: what it is about, and its people or roles, one a line. */
export type RehearsalPart = {
  readonly id: 'administrators' | 'lost' | 'lostRoles'
  /** With the count: "2 people would be Security Admins." */
  readonly title: string
  readonly lines: readonly string[]
  /** The part warns: no administrator, or something is lost. */
  readonly isWarning: boolean
}

/** What a switch would change, before it is confirmed. The first hundred of each part; the title says how many there are. */
export function rehearsalParts({ administrators, lost, lostRoles }: SwitchRehearsal, words: Words): RehearsalPart[] {
  return [
    {
      id: 'administrators',
      title: words.say('idpSwitch.administrators', { count: administrators.count }),
      lines: administrators.first.map(({ name, username, isNew, isTested }) =>
        words.say(isTested ? 'idpSwitch.testedPerson' : isNew ? 'idpSwitch.newPerson' : 'idpSwitch.person', {
          name,
          username,
        }),
      ),
      isWarning: administrators.count === 0,
    },
    {
      id: 'lost',
      title: words.say('idpSwitch.lost', { count: lost.count }),
      lines: lost.first.map((person) => words.say('idpSwitch.person', person)),
      isWarning: lost.count > 0,
    },
    {
      id: 'lostRoles',
      title: words.say('idpSwitch.lostRoles', { count: lostRoles.count }),
      lines: lostRoles.first.map(({ environment, application, role }) =>
        role === null || application === null
          ? words.say('idpSwitch.lostAccess', { environment, application: application ?? role })
          : words.say('idpSwitch.lostRole', { environment, application, role }),
      ),
      isWarning: lostRoles.count > 0,
    },
  ]
}
