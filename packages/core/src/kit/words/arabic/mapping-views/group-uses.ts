/** The Arabic of `mapping-views/group-uses.ts`. */
export const groupUses = {
  'uses.provider': 'مجموعة من {provider}، تُرسل باسم',
  'uses.members': 'الأعضاء',
  'uses.count':
    '{count, plural, zero {لا ارتباطات} one {ارتباط واحد} two {ارتباطان} few {# ارتباطات} many {# ارتباطًا} other {# ارتباط}}',
  'uses.none': 'هذه المجموعة غير مرتبطة بشيء. اربطها في علامة التبويب «الأدوار والمجموعات» لإحدى البيئات.',
  'uses.unknown': 'هذه المجموعة غير موجودة. ربما أُزيلت من القائمة.',
  'uses.portal': 'البوابة، كل البيئات',
  'uses.portalHint': 'لا يُعتد بدور Security Admin إلا لمجموعات موفّر الهوية الأساسي.',
  'uses.mapping': 'مرتبطة بـ',
  'uses.kind': 'النوع',
  'uses.portal-role': 'دور في البوابة',
  'uses.tenant-role': 'دور مخصّص',
  'uses.application-role': 'دور في تطبيق',
  'uses.toGroups': 'إلى المجموعات',
} as const
