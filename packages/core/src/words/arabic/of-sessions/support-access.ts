/** The Arabic of `of-sessions/support-access.ts`. */
export const supportAccess = {
  SUPPORT_CHANGE_NEEDS_ACCESS: 'لا يستطيع مستخدمو الدعم تغيير شيء دون وصول. اسمح بالوصول أيضًا.',
  SUPPORT_REASON_REQUIRED: 'اذكر سبب دخولك إلى المستأجر. يرى مسؤولوه السبب.',
  SUPPORT_HOURS: 'مدة جلسة الدعم من 1 إلى 8 ساعات كاملة.',
  SUPPORT_ACCESS_OFF: 'لا يسمح {tenant} بوصول الدعم. اطلب من مسؤوليه تفعيله.',
  SUPPORT_TENANT_DEACTIVATED: '{tenant} معطّل. لن يتمكن مسؤولوه من إنهاء جلستك، لذا لا يمكن دخوله.',
  SUPPORT_OWN_TENANT: 'هذا مستأجر شركتك. لا يدخل الدعم إلا مستأجري العملاء.',
  SUPPORT_READ_ONLY: 'لا يسمح مسؤولو هذا المستأجر للدعم إلا بالقراءة. اطلب منهم السماح بالتغييرات.',
  SUPPORT_NEVER: 'لا يمكن لجلسة دعم تنفيذ ذلك، مهما سمح به المستأجر. اطلبه من أحد مسؤولي المستأجر.',
  'supportSession.banner.title': 'جلسة دعم في {tenant}',
  'supportSession.banner.read': 'ترى ما يراه مسؤولوه حتى {until}، ولا يمكنك تغيير أي شيء. كل ما تفعله هنا يُسجّل.',
  'supportSession.banner.change': 'ترى ما يراه مسؤولوه حتى {until}، ويمكنك تغيير الإعدادات. كل ما تفعله هنا يُسجّل.',
  'supportSession.news':
    'يعمل {name} ({vendor}) في المستأجر بصفة الدعم حتى {until}. تعرض إعدادات الأمان السبب، ومنها تُنهى الجلسة.',
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
