/** The Arabic of `admin/lists.ts`. */
export const lists = {
  'list.range': '{from, number}–{to, number} من {total, number}',
  'list.pages': 'الصفحات',
  'list.first': 'الأولى',
  'list.previous': 'السابقة',
  'list.next': 'التالية',
  'list.last': 'الأخيرة',
  'list.more': 'المزيد بشأن {name}',
} as const
