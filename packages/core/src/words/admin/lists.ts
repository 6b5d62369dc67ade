/** Sentences of administration, loaded with its screens: lists that come page by page. */
export const lists = {
  'list.range': '{from, number}–{to, number} of {total, number}',
  'list.pages': 'Pages',
  'list.first': 'First',
  'list.previous': 'Previous',
  'list.next': 'Next',
  'list.last': 'Last',
  'list.more': 'More for {name}',
} as const
