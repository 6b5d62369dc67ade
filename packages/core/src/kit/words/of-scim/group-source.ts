/** Sentences about where the groups of a provider's people come from. */
export const groupSource = {
  'groupSource.title': 'Source of groups',
  'groupSource.is.claims': 'People get their groups from the identity provider when they sign in.',
  'groupSource.is.scim': 'People get their groups from what the directory sends through SCIM.',
  'groupSource.to.scim': 'Take groups from SCIM',
  'groupSource.to.claims': 'Take groups from sign-ins',
  'groupSource.ask.scim': 'Take groups from SCIM?',
  'groupSource.ask.claims': 'Take groups from sign-ins?',
  'groupSource.sent':
    'The directory has sent {groups, plural, one {# group} other {# groups}} with {people, plural, one {# person} other {# people}}.',
  'groupSource.losing':
    '{people, plural, =0 {No person loses a group that gives a role.} one {# person loses a group that gives a role.} other {# people lose groups that give roles.}}',
  'groupSource.losesOwn': 'You lose one of these groups yourself.',
  'groupSource.gaining':
    '{people, plural, =0 {No person gets another group that gives a role.} one {# person gets another group that gives a role.} other {# people get other groups that give roles.}}',
  'groupSource.fromSignIns': 'People keep their current groups until they sign in again.',
  'groupSource.now.claims': 'Groups now come from sign-ins.',
  'groupSource.now.scim': 'Groups now come from SCIM.',
} as const
