/** The German of `mapping-views/comparison.ts`. */
export const comparison = {
  'compare.title': '{name} mit einer anderen Umgebung vergleichen',
  'compare.lead':
    'Rollen von Anwendungen werden nach Namen verglichen; eigene Rollen und Gruppen sind in allen Umgebungen gleich.',
  'compare.with': 'Vergleichen mit',
  'compare.choose': 'Umgebung wählen',
  'compare.alone': 'Es gibt keine andere Umgebung zum Vergleichen.',
  'compare.swap': 'Stattdessen {from} mit {to} vergleichen',
  'compare.differences': 'Unterschiede',
  'compare.all': 'Alle Zuordnungen',
  'compare.show': 'Anzeigen',
  'compare.state': 'Status',
  'compare.summary':
    '{different, plural, one {# Zuordnung ist verschieden} other {# Zuordnungen sind verschieden}}, {onlyFrom, number} nur in {from}, {onlyTo, number} nur in {to}, {same, number} gleich.',
  'compare.nothing': '{to} hat dieselben Zuordnungen wie {from}.',
  'compare.different': 'Verschieden',
  'compare.only-from': 'Nur in {from}',
  'compare.only-to': 'Nur in {to}',
  'compare.same': 'Gleich',
  'compare.missing': 'Rolle oder Anwendung fehlt',
  'compare.onlyIn': 'nur in {name}',
  'promote.title': 'Von {from} nach {to} übertragen',
  'promote.missing': 'Nicht in {to}, daher nicht übertragen: {names}.',
  'promote.kept': 'Nur in {to}, unverändert: {names}.',
  'promote.readonly': '{to} ist schreibgeschützt: Dort kann nichts geändert werden.',
  'promote.nothing': 'Nach {to} ist nichts zu übertragen.',
  'promote.review': '{count, plural, one {# Zuordnung prüfen} other {# Zuordnungen prüfen}}',
  'promote.ask':
    '{count, plural, one {# Zuordnung von {to} durch die von {from} ersetzen?} other {# Zuordnungen von {to} durch die von {from} ersetzen?}}',
  'promote.lead':
    'Der geänderte Zugriff in {to} gilt ab der nächsten Seite, die Personen öffnen. Eine Zuordnung, die sich seit diesem Vergleich geändert hat, wird nicht ersetzt.',
  'promote.go': '{count, plural, one {# Zuordnung übertragen} other {# Zuordnungen übertragen}}',
  'promote.again': 'Erneut vergleichen',
} as const
