/** The Arabic of `of-sessions/support-access.ts`. */
export const supportAccess = {
  SUPPORT_CHANGE_NEEDS_ACCESS: 'لا يستطيع مستخدمو الدعم تغيير شيء دون وصول. اسمح بالوصول أيضًا.',
  'supportAccess.label': 'وصول الدعم',
  'supportAccess.lead':
    'لا يستطيع مستخدمو الدعم لدى المورّد دخول هذا المستأجر إلا ما دمت تسمح بذلك. يذكرون سببًا، وتنتهي جلساتهم تلقائيًا، وترى ما فعلوه.',
  'supportAccess.allow': 'السماح لمستخدمي الدعم بدخول هذا المستأجر',
  'supportAccess.allowHint': 'يرون ما يراه من له دور Security Admin. ويُنهي تعطيل هذا الخيار جلساتهم فورًا.',
  'supportAccess.allowChange': 'السماح لمستخدمي الدعم بتغيير الإعدادات',
  'supportAccess.allowChangeHint':
    'من دون هذا الخيار لا يمكنهم إلا القراءة. ولا يمكنهم أبدًا تغيير من يدير المستأجر، أو موفّر الهوية الأساسي، أو الجلسات، أو وصول الدعم.',
  'supportAccess.on': 'مفعّل',
  'supportAccess.off': 'معطّل',
  'supportAccess.saved': 'يمكن لمستخدمي الدعم دخول هذا المستأجر. ولا يمكنهم تغيير أي شيء.',
  'supportAccess.saved.change': 'يمكن لمستخدمي الدعم دخول هذا المستأجر وتغيير الإعدادات.',
  'supportAccess.saved.off': 'لا يمكن لمستخدمي الدعم دخول هذا المستأجر.',
} as const
