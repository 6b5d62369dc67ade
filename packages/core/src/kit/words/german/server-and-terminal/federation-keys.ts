/** The German of `server-and-terminal/federation-keys.ts`. */
export const federationKeys = {
  KEYS_NEXT_PUBLISHED:
    'Die nächsten Schlüssel sind bereits veröffentlicht. Nehmen Sie sie in Gebrauch, sobald alle Anbieter sie kennen.',
  KEYS_NEXT_MISSING:
    'Es gibt keine nächsten Schlüssel. Veröffentlichen Sie sie zuerst, und lassen Sie alle Anbieter die Metadaten neu lesen.',
  KEYS_PREVIOUS_LEFT: 'Die bisherigen Schlüssel sind noch veröffentlicht. Ziehen Sie sie zuerst zurück.',
  KEYS_PREVIOUS_MISSING: 'Es gibt keine bisherigen Schlüssel zum Zurückziehen.',
} as const
