/** The German of `server-and-terminal/doctor.ts`. */
export const doctor = {
  'doctor.clockAhead': 'Die Uhr dieses Computers geht gegenüber dem Server {seconds} Sekunden vor.',
  'doctor.clockBehind': 'Die Uhr dieses Computers geht gegenüber dem Server {seconds} Sekunden nach.',
  'doctor.serverNewer':
    'Der Server hat Version {server}, die Befehlszeile {program}: Aktualisieren Sie die Befehlszeile.',
  'doctor.serverOlder': 'Der Server hat Version {server}, die Befehlszeile {program}: Aktualisieren Sie den Server.',
} as const
