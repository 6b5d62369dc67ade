/** The German of `admin/lists.ts`. */
export const lists = {
  'list.range': '{from, number}–{to, number} von {total}',
  'list.rangeFromEnd': '{from, number}–{to, number} vom Ende, von {total}',
  'list.pages': 'Seiten',
  'list.first': 'Erste',
  'list.previous': 'Vorherige',
  'list.next': 'Nächste',
  'list.last': 'Letzte',
  'list.more': 'Mehr zu {name}',
} as const
