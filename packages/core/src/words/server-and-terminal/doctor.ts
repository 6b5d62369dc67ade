/** Sentences of `portico doctor`. */
export const doctor = {
  'doctor.administrators':
    '{count, plural, =0 {No active person} other {Only one active person}} holds Security Admin. A second one can reactivate the first and repair a provider.',
  'doctor.lastCertificate': 'It is the only one: without another, sign-ins fail.',
  'doctor.scimTokensFull':
    'This provider has the maximum of active tokens: disable or delete one, then create the next.',
  'doctor.neverUsed': 'Key {slot} has never obtained a token.',
  'doctor.unused': 'Key {slot} has not obtained a token since {date}.',
  'doctor.customRole': 'The custom role has no group in any environment.',
  'doctor.applicationRole': 'The role of {application} has no group in {environment}.',
  'doctor.formatOff':
    'The provider is disabled, and its usernames {format} lead to {other}, which holds {otherFormat}.',
  'doctor.draftFormat': 'The draft has {format}, which {other} holds: it cannot be kept.',
  'doctor.foreignUsername':
    'The username does not belong to {provider}: the person is inactive until the name or the username formats change.',
  'doctor.foreignUsernameFound':
    'The username does not belong to {provider}: sign-ins are refused, but applications may still have the account. Deactivate the person, or correct the name or the username formats.',
  'doctor.clockAhead': 'The clock of this machine is {seconds} seconds ahead of the server.',
  'doctor.clockBehind': 'The clock of this machine is {seconds} seconds behind the server.',
  'doctor.serverNewer': 'The server has version {server}, the command line {program}: update the command line.',
  'doctor.serverOlder': 'The server has version {server}, the command line {program}: update the server.',
  'doctor.schema': 'A newer version of the server has changed the database ({migrations}): update this server.',
  'doctor.more': '{count, plural, one {# more is not shown.} other {# more are not shown.}}',
} as const
