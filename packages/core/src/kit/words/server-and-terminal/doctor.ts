/** Sentences of `portico doctor`. */
export const doctor = {
  'doctor.clockAhead': 'The clock of this machine is {seconds} seconds ahead of the server.',
  'doctor.clockBehind': 'The clock of this machine is {seconds} seconds behind the server.',
  'doctor.serverNewer': 'The server has version {server}, the command line {program}: update the command line.',
  'doctor.serverOlder': 'The server has version {server}, the command line {program}: update the server.',
} as const
