/** The Arabic of `server-and-terminal/saml-applications.ts`. */
export const samlApplications = {
  'samlApplications.refused': 'لم يتم تسجيل دخولك',
  'samlApplications.unknown':
    'التطبيق الذي أرسلك إلى هنا غير مسجَّل، لذلك لا يمكن تسجيل دخولك إليه. اطلب من المسؤول تسجيله.',
  'samlApplications.invalid':
    'طلب تسجيل الدخول الوارد من التطبيق غير صالح. ارجع إلى التطبيق وحاول مرة أخرى. إذا تكرر ذلك، فأعطِ المسؤول الرمز أدناه.',
  'samlApplications.expired': 'استغرق تسجيل الدخول هذا وقتًا طويلًا أو اكتمل من قبل. ابدأ من جديد من التطبيق.',
  'samlApplications.noAccess': 'لا يمكنك فتح {application}. اطلب الوصول من المسؤول.',
  'samlApplications.deactivated': 'شركتك معطّلة، لذلك لا يمكنك فتح {application}.',
  'samlApplications.personOnly':
    'لا يمكنك فتح {application} إلا بعد تسجيل الدخول عبر موفّر الهوية. سجّل الخروج، ثم افتح التطبيق مرة أخرى.',
  'samlApplications.otherOrganization': 'أنت مسجَّل الدخول إلى شركة أخرى. سجّل الخروج، ثم افتح التطبيق مرة أخرى.',
  'samlApplications.notFresh':
    'يتطلب {application} أن تسجّل الدخول مرة أخرى، لكن موفّر الهوية لم يطلب بيانات اعتمادك. حاول مرة أخرى.',
  'samlApplications.noEmail':
    'يحتاج {application} إلى عنوان بريدك الإلكتروني، لكن موفّر الهوية لم يرسله. اطلب المساعدة من المسؤول.',
  'samlApplications.foreignEmail':
    'يتعرّف {application} عليك من خلال عنوان بريدك الإلكتروني، وعنوانك لا يقع ضمن أي نطاق تابع لموفّر هويتك. اطلب المساعدة من المسؤول.',
  'samlApplications.logoutInvalid':
    'طلب تسجيل الخروج الوارد من التطبيق غير صالح، لذلك قد تكون ما زلت مسجَّل الدخول. سجّل الخروج من البوابة. إذا تكرر ذلك، فأعطِ المسؤول الرمز أدناه.',
  'samlApplications.return': 'العودة إلى التطبيق',
} as const
