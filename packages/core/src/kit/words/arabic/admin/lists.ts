/** The Arabic of `admin/lists.ts`. */
export const lists = {
  'list.range': '{from, number}–{to, number} من {total}',
  'list.rangeFromEnd': '{from, number}–{to, number} من النهاية، من {total}',
  'list.pages': 'الصفحات',
  'list.first': 'الأولى',
  'list.previous': 'السابقة',
  'list.next': 'التالية',
  'list.last': 'الأخيرة',
  'list.more': 'المزيد بشأن {name}',
} as const
