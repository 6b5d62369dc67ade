/** The German of `admin/lists.ts`. */
export const lists = {
  'list.range': '{from, number}–{to, number} von {total, number}',
  'list.pages': 'Seiten',
  'list.first': 'Erste',
  'list.previous': 'Vorherige',
  'list.next': 'Nächste',
  'list.last': 'Letzte',
  'list.more': 'Mehr zu {name}',
} as const
