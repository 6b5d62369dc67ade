/** Sentences about what should be fixed in a company: of the overview, `portico doctor`, and the page of notices. */
export const findings = {
  'findings.title': 'What should be fixed',
  'findings.lead': 'The same list as in portico doctor and in the overview.',
  'findings.administrators':
    '{count, plural, =0 {No active person holds Security Admin. Only a service account or a recovery code can change that.} other {Only one active person holds Security Admin. A second one can reactivate the first and repair a provider.}}',
  'findings.lastCertificate': 'It is the only one: without another, sign-ins fail.',
  'findings.scimTokensFull':
    'This provider has the maximum of active tokens: disable or delete one, then create the next.',
  'findings.neverUsed': 'Key {slot} has never obtained a token.',
  'findings.unused': 'Key {slot} has not obtained a token since {date}.',
  'findings.customRole': 'The custom role has no group in any environment.',
  'findings.applicationRole': 'The role of {application} has no group in {environment}.',
  'findings.formatOff':
    'The provider is disabled, and its usernames {format} lead to {other}, which holds {otherFormat}.',
  'findings.draftFormat': 'The draft has {format}, which {other} holds: it cannot be kept.',
  'findings.foreignUsername':
    'The username does not belong to {provider}: the person is inactive until the name or the username formats change.',
  'findings.foreignUsernameFound':
    'The username does not belong to {provider}: sign-ins are refused, but applications may still have the account. Deactivate the person, or correct the name or the username formats.',
  'findings.takeovers':
    '{count, plural, one {# person or group is not sent: an existing account there has the name. Decide whether it may be taken over.} other {# people and groups are not sent: existing accounts there have their names. Decide whether they may be taken over.}}',
  'findings.schema': 'A newer version of the server has changed the database ({migrations}): update this server.',
  'findings.more': '{count, plural, one {# more is not shown.} other {# more are not shown.}}',
  'findings.off':
    'Switched off. {count, plural, =0 {No username leads to it.} one {Usernames of # domain cannot sign in.} other {Usernames of # domains cannot sign in.}}',
  'findings.noFormat': 'No username format leads to it: add one, or switch it off.',
  'findings.pendingSwitch': 'A switch of the primary provider waits to be accepted.',
  'findings.draft': 'A draft has changes that have no effect yet: test and keep them, or revert them.',
  'findings.setup':
    'A setup URL made by {by} is open until {until}. Completing the setup replaces the primary identity provider.',
  'findings.setupOpened':
    'A setup URL made by {by} was opened from {from} and works until {until}. Completing the setup replaces the primary identity provider.',
  'findings.early': '{what} cannot be used before {date}, and there is no other.',
} as const
