/** The Arabic of `server-and-terminal/findings-common.ts`. */
export const findingsCommon = {
  'check.format': 'صيغة اسم المستخدم',
  'check.provider': 'موفّر الهوية',
  'check.request': 'الطلب من هنا',
  'check.browser': 'المتصفح نفسه',
  'check.answer': 'رد الموفّر',
  'check.discovery': 'عناوين الموفّر',
  'check.token-endpoint': 'استبدال الرمز',
  'check.id-token-signature': 'توقيع الرمز المميّز',
  'check.id-token-claims': 'محتوى الرمز المميّز',
  'check.userinfo': 'Userinfo',
  'check.message': 'الرسالة',
  'check.status': 'الحالة',
  'check.decryption': 'فك التشفير',
  'check.signature': 'التوقيع',
  'check.certificate': 'شهادة التوقيع',
  'check.issuer': 'Issuer',
  'check.destination': 'Destination',
  'check.audience': 'Audience',
  'check.confirmation': 'Subject confirmation',
  'check.in-response-to': 'الرد على طلبنا',
  'check.time': 'الأوقات',
  'check.replay': 'الاستخدام مرة واحدة',
  'check.graph': 'Microsoft Graph',
  'check.subject': 'Subject',
  'check.username': 'اسم المستخدم',
  'check.username-format': 'تبعية اسم المستخدم لهذا الموفّر',
  'check.groups': 'المجموعات',
  'check.roles': 'الأدوار الناتجة',
  'check.user': 'حساب المستخدم',
  'finding.provider-disabled': 'موفّر الهوية معطّل أو محذوف.',
  'finding.provider-disabled.todo':
    'فعّله ضمن «موفّرو الهوية»، أو انقل صيغ أسماء المستخدمين الخاصة به إلى الموفّر الذي ينبغي للأشخاص استخدامه الآن.',
  'finding.provider-changed': 'تغيّر موفّر الهوية أثناء تسجيل دخول الشخص.',
  'finding.provider-changed.todo': 'لا يوجد خطأ: ابدأ من جديد من صفحة تسجيل الدخول.',
  'finding.draft-changed': 'تغيّر التكوين بعد بدء تسجيل الدخول التجريبي.',
  'finding.draft-changed.todo': 'ابدأ تسجيل الدخول التجريبي من جديد: فهو يختبر التكوين كما هو محفوظ الآن.',
  'finding.provider-misconfigured': 'لا يمكن استخدام موفّر الهوية بتكوينه الحالي: {error}.',
  'finding.provider-misconfigured.todo':
    'قارن عناوين التكوين بوثائق الموفّر. يحدّد «فحص الوضع الحالي» في صفحة التكوين موضع الخطأ.',
  'finding.request-unknown': 'لا يطابق الرد أي تسجيل دخول جارٍ.',
  'finding.request-unknown.todo':
    'إما أن الشخص انتظر أكثر من عشر دقائق، أو أعاد تحميل صفحة قديمة، أو استخدم إشارة مرجعية لصفحة الموفّر. ابدأ من جديد من صفحة تسجيل الدخول.',
  'finding.request-used': 'وصل الرد مرتين، واستُخدم الأول.',
  'finding.request-used.todo':
    'أُعيد تحميل الصفحة أو جرى الرجوع إليها. إذا لم يُسجّل دخول الشخص، فابدأ من جديد من صفحة تسجيل الدخول.',
  'finding.browser-other': 'وصل الرد في متصفح غير الذي بدأ تسجيل الدخول.',
  'finding.browser-other.todo':
    'سجّل الدخول في نافذة متصفح واحدة، مع السماح بملفات تعريف الارتباط لهذا العنوان. إذا لم يبدأ الشخص تسجيل الدخول بنفسه، فقد أُرسل إليه رابط من شخص آخر: يجب عدم فتحه.',
  'finding.answer-denied': 'يقول الموفّر إن الوصول رُفض ({error}). {description}',
  'finding.answer-denied.todo': 'ألغى الشخص العملية، أو لم يُخصّص له هذا التطبيق لدى الموفّر. خصّصه له هناك.',
  'finding.answer-error': 'رد الموفّر بخطأ: {error}. {description}',
  'finding.answer-error.todo':
    'يوضّح سجل الموفّر المزيد. غالبًا ما يكون السبب أن redirect URI أو «Scope» أو «وضع الاستجابة» غير مسجّل هناك لهذا العميل.',
  'finding.answer-other-way': 'لم يصل الرد بالطريقة المحددة في التكوين.',
  'finding.answer-other-way.todo':
    'قارن «وضع الاستجابة»، أو binding، بما يرسله الموفّر: العنوان المصحوب بمعلمات هو «Query»، والنموذج المرسل بطريقة POST هو «Form post».',
  'finding.answer-late':
    'استغرق رد الموفّر على هذا الخادم أكثر من {seconds, plural, zero {# ثانية} one {ثانية واحدة} two {ثانيتين} few {# ثوانٍ} many {# ثانية} other {# ثانية}}.',
  'finding.answer-late.todo':
    'تحقق من حالة الموفّر ومن الشبكة بينه وبين هذا الخادم، ثم حاول مرة أخرى. يبيّن آخر فحص ناجح إلى أي مدى وصل.',
  'finding.authentication-old':
    'طلب Portico من الموفّر تسجيل دخول جديدًا، لكن تسجيل الدخول الذي أبلغ عنه الموفّر مضت عليه {minutes, plural, zero {# دقيقة} one {دقيقة واحدة} two {دقيقتان} few {# دقائق} many {# دقيقة} other {# دقيقة}} ({at}).',
  'finding.authentication-old.todo':
    'اضبط الموفّر ليستجيب لطلبات تسجيل دخول جديد: «prompt=login» و«max_age» في OpenID Connect، و«ForceAuthn» في SAML. وإلى ذلك الحين يمكن للشخص تسجيل الخروج لدى الموفّر ثم تسجيل الدخول من جديد.',
  'finding.authentication-unknown':
    'لم يبلغ الموفّر عن وقت تسجيل دخول الشخص، مع أن Portico طلبه («auth_time» في OpenID Connect، وAuthnInstant في SAML).',
  'finding.authentication-unknown.todo':
    'تحقق من أن الموفّر يطلب بيانات الاعتماد عندما يطلب Portico تسجيل دخول جديدًا. وإذا أرسل الموفّر الوقت أيضًا، فسيتحقق Portico منه.',
  'finding.unsolicited-off': 'أرسل الموفّر الشخص إلى هنا دون طلب منا.',
  'finding.unsolicited-off.todo':
    'ابدأ من صفحة تسجيل الدخول. للسماح للأشخاص بالبدء لدى الموفّر، أعطه عنوان البدء الوارد في بياناتنا الوصفية، أو فعّل «السماح بتسجيل دخول يبدأ لدى الموفّر».',
  'finding.subject-missing': 'لا يحدّد الموفّر من هذا الشخص: {expected} مفقود أو ليس نصًا قابلًا للاستخدام.',
  'finding.subject-missing.todo':
    'اضبط الموفّر ليُصدر هذه المطالبات لهذا العميل. فهي تحدّد هوية الشخص تحديدًا دائمًا، ولا تحل محلها أي مطالبة أخرى.',
  'finding.username-missing': 'لم يرسل الموفّر اسم مستخدم: «{expected}» مفقود. وقد أرسل: {found}.',
  'finding.username-missing.todo':
    'اضبط الموفّر ليرسله، أو حدّد إحدى القيم التي يرسلها بالفعل في «مطالبة اسم المستخدم» أو في تعيين سمة اسم المستخدم.',
  'finding.username-dropped': 'تستبعد تحويلات أسماء المستخدمين لهذا الموفّر «{received}».',
  'finding.username-dropped.todo':
    'إذا كان ينبغي لهذا الشخص تسجيل الدخول، فغيّر «تحويلات أسماء المستخدمين»؛ وتبيّن المعاينة ما يصبح عليه كل اسم.',
  'finding.username-taken':
    'يصبح «{received}» بعد تحويلات أسماء المستخدمين «{username}»، وهو بالفعل اسم المستخدم لـ «{other}».',
  'finding.username-taken.todo':
    'غيّر «تحويلات أسماء المستخدمين» ليبقى الاسمان مختلفين. وإذا كانا لشخص واحد، فألغِ تنشيط الحساب الذي لم يعد مستخدمًا.',
  'finding.username-foreign': 'لا يطابق اسم المستخدم «{username}» أي صيغة من صيغ هذا الموفّر.',
  'finding.username-foreign.todo':
    'إذا كان هؤلاء الأشخاص يتبعون هذا الموفّر، فأضف نطاقهم ضمن «صيغ أسماء المستخدمين». وإلا فقد شهد الموفّر لأشخاص يتبعون موفّرًا آخر، وهذا غير مسموح به.',
  'finding.username-no-formats': 'اسم المستخدم هو «{username}»، لكن ليس لهذا الموفّر صيغ لأسماء المستخدمين.',
  'finding.username-no-formats.todo': 'أضف نطاقات أشخاصه ضمن «صيغ أسماء المستخدمين».',
  'finding.groups-none': 'لم يذكر الموفّر أي مجموعات، لذا ليس للشخص أدوار مصدرها المجموعات.',
  'finding.groups-none.todo':
    'إذا كان ينبغي أن تكون للشخص مجموعات، فاضبط الموفّر ليرسلها، وتحقق من «مطالبة المجموعات» أو «بداية اسم المجموعة» أو تعيين سمة المجموعات.',
  'finding.groups-dropped':
    'تستبعد تحويلات المجموعات لهذا الموفّر كل ما ورد، وهو {count, plural, zero {# مجموعة} one {مجموعة واحدة} two {مجموعتان} few {# مجموعات} many {# مجموعة} other {# مجموعة}}: {came}.',
  'finding.groups-dropped.todo':
    'ليس للشخص أدوار مصدرها المجموعات. وإذا كان ينبغي أن تكون له أدوار، فغيّر «تحويلات المجموعات»؛ وتبيّن المعاينة ما يصبح عليه كل اسم.',
  'finding.groups-transforms-long':
    'تتطلب تحويلات المجموعات معالجة كثيرة جدًا لمجموعات هذا الشخص ({count})، لذا لم يُستخدم أي منها.',
  'finding.groups-transforms-long.todo':
    'اختصر الأنماط في «تحويلات المجموعات»، أو اضبط الموفّر ليرسل فقط المجموعات المهمة لهذا التطبيق.',
  'finding.groups-unmapped': 'لا ترتبط أي من المجموعات الواردة بدور أو تطبيق. الواردة: {came}. المرتبطة: {mapped}.',
  'finding.groups-unmapped.todo':
    'يجب أن تتطابق أسماء المجموعات تمامًا. يرسل Keycloak المسارات كاملة («/finance») إلى أن يُعطّل «Full group path» في group mapper لديه. أضف تحويلًا في «تحويلات المجموعات»، أو غيّر إعدادات الموفّر، أو اربط المجموعات كما يرسلها.',
  'finding.user-deactivated': 'أُلغي تنشيط حساب «{username}».',
  'finding.user-deactivated.todo':
    'ألغى أحد المسؤولين تنشيط الحساب في Portico، لا لدى الموفّر. أعد تنشيطه ضمن «الأشخاص»، أو باستخدام «portico person reactivate».',
  'finding.user-inactive-in-directory': 'ألغى الدليل تنشيط حساب «{username}» أو حذفه عبر SCIM.',
  'finding.user-inactive-in-directory.todo':
    'أعد تنشيط الحساب في الدليل، أو أسنده هناك إلى Portico من جديد؛ فإعادة التنشيط في Portico لا تفيد. يعرض الأمر «portico scim requests» وقت إرسال الدليل لذلك.',
} as const
