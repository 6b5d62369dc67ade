/** The Arabic of `server-and-terminal/findings-saml.ts`. */
export const findingsSaml = {
  'finding.saml-message-missing': 'لم يرسل موفّر الهوية رسالة SAML.',
  'finding.saml-message-missing.todo':
    'اختر لدى الموفّر HTTP-POST binding لخدمة ACS (assertion consumer service)، مع العنوان الوارد في بياناتنا الوصفية.',
  'finding.saml-message-too-large': 'الرسالة أكبر من {bytesMax} بايت.',
  'finding.saml-message-too-large.todo': 'اضبط الموفّر ليرسل سمات أقل: وقبل كل شيء، المجموعات المهمة هنا فقط.',
  'finding.saml-message-unreadable': 'تعذّرت قراءة الرسالة بوصفها SAML ({what}).',
  'finding.saml-message-unreadable.todo':
    'تحقق من ألا يغيّر شيء بين الموفّر وهذا الخادم ما يُرسل. وإذا تكرر ذلك، فقدّم هذا السجل إلى دعم الموفّر.',
  'finding.saml-message-forbidden': 'تحتوي الرسالة على شيء لا يسمح به Portico في SAML: {what}.',
  'finding.saml-message-forbidden.todo':
    'لا يرسل هذا أي موفّر سليم السلوك؛ فهو شكل معروف من الهجمات. وإذا جاء من الموفّر لديك، فقدّم هذا السجل إلى دعمه.',
  'finding.saml-version': 'العنصر {element} بالإصدار «{found}»؛ ولا يُقبل إلا SAML 2.0.',
  'finding.saml-version.todo': 'أعدّ هذا التطبيق لدى الموفّر باستخدام SAML 2.0.',
  'finding.saml-assertion-count': 'عدد إفادات SAML في الرد {found}؛ ويجب أن يحتوي على إفادة واحدة فقط.',
  'finding.saml-assertion-count.todo':
    'اضبط الموفّر ليرسل إفادة SAML واحدة في كل رد. وإذا كان مضبوطًا كذلك بالفعل، فقد عُبث بالرد في الطريق.',
  'finding.saml-authn-statement': 'لا تذكر إفادة SAML أن الشخص تمت مصادقته.',
  'finding.saml-authn-statement.todo': 'اضبط الموفّر ليرسل authentication statement مع إفادة SAML.',
  'finding.saml-status': 'رفض موفّر الهوية الطلب: {status} {nested} {message}',
  'finding.saml-status.todo':
    'السبب مدوّن في سجل الموفّر. الحالة InvalidNameIDPolicy: اختر «صيغة NameID» أخرى، أو فعّل «عدم إرسال NameIDPolicy». الحالة NoAuthnContext: فعّل «تعطيل طلب سياق المصادقة». الحالة RequestDenied: امنح الشخص هناك الوصول إلى هذا التطبيق.',
  'finding.saml-decryption-failed': 'تعذّر فتح إفادة SAML المشفّرة (مشفّرة بـ {content}، ومفتاحها بـ {transport}).',
  'finding.saml-decryption-failed.todo':
    'اضبط الموفّر ليقرأ بياناتنا الوصفية من جديد حتى يشفّر لمفتاحنا الحالي، باستخدام AES-GCM وRSA-OAEP، أو أوقف التشفير لديه. وإذا كان لا يدعم إلا AES-CBC، فاضبطه ليوقّع الرد أيضًا وفعّل «السماح بالتشفير باستخدام AES-CBC».',
  'finding.saml-signature-missing': 'الرسالة غير موقّعة.',
  'finding.saml-signature-missing.todo': 'اضبط الموفّر ليوقّع إفادة SAML أو الرد؛ ويجب توقيع طلبات تسجيل الخروج أيضًا.',
  'finding.saml-signature-layout': 'التوقيع مشوّه: {what}.',
  'finding.saml-signature-layout.todo':
    'لا يرسل هذا أي موفّر سليم السلوك؛ فهو شكل معروف من الهجمات. وإذا جاء من الموفّر لديك، فقدّم هذا السجل إلى دعمه.',
  'finding.saml-signature-algorithm': 'الرسالة موقّعة بخوارزمية غير مقبولة: {found}.',
  'finding.saml-signature-algorithm.todo':
    'اختر RSA-SHA256 لدى الموفّر. وفي AD FS: Set-AdfsRelyingPartyTrust -SignatureAlgorithm http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'finding.saml-signature-wrong': 'توقيع العنصر {element} خاطئ: لم تصنعه أي شهادة محددة في التكوين.',
  'finding.saml-signature-wrong.todo':
    'قارن «شهادة التوقيع 1» و«شهادة التوقيع 2» بالشهادة التي يوقّع بها الموفّر الآن. وإذا تطابقت، فقد غُيّرت الرسالة في الطريق.',
  'finding.saml-certificate-other':
    'العنصر {element} موقّع بشهادة غير محددة في التكوين: {subject}، البصمة {fingerprint}.',
  'finding.saml-certificate-other.todo':
    'اسأل الموفّر هل لديه شهادة جديدة بهذه البصمة. إن كان كذلك، فأضفها في «شهادة التوقيع 2». وإلا فقد صنع هذه الرسالة طرف آخر.',
  'finding.saml-certificate-none':
    'لا يمكن استخدام أي من شهادات التوقيع المحددة في التكوين (العدد: {configured}). {faults}',
  'finding.saml-certificate-none.todo':
    'أضف شهادة الموفّر، بمفتاح RSA طوله {rsaBitsMin} بت أو أكثر، في «شهادة التوقيع 1».',
  'finding.saml-certificate-expired': 'انتهت صلاحية شهادة التوقيع الخاصة بالموفّر في {notAfter} ({subject}).',
  'finding.saml-certificate-expired.todo':
    'اطلب من الموفّر شهادته الجديدة وأضفها في «شهادة التوقيع 2». وإلى أن تصل، يمكن السماح بالقديمة 72 ساعة إضافية، مرة واحدة.',
  'finding.saml-certificate-early': 'شهادة التوقيع الخاصة بالموفّر غير صالحة قبل {notBefore} ({subject}).',
  'finding.saml-certificate-early.todo': 'اضبط الموفّر ليوقّع بشهادة صالحة الآن، أو تحقق من الساعتين لدى الطرفين.',
  'finding.saml-certificate-extended':
    'انتهت صلاحية شهادة التوقيع الخاصة بالموفّر في {notAfter}؛ وتُقبل حتى {extendedUntil}، كما سُمح بذلك.',
  'finding.saml-certificate-extended.todo':
    'اطلب من الموفّر شهادته الجديدة اليوم: لا يمكن السماح بساعات إضافية مرة أخرى.',
  'finding.saml-metadata-failed': 'تعذّرت قراءة البيانات الوصفية للموفّر: {error}',
  'finding.saml-metadata-failed.todo':
    'افتح {address} في متصفح. وإلى أن يستجيب، تُستخدم الشهادات التي قُرئت آخر مرة وشهادات التكوين.',
  'finding.saml-issuer': 'العنصر {element} صادر عن «{found}»، لكن موفّر الهوية هذا هو «{expected}».',
  'finding.saml-issuer.todo':
    'انسخ قيمة entity ID الخاصة بالموفّر إلى «Entity ID» كما هي تمامًا. وفي AD FS تبدأ بـ http://.',
  'finding.saml-destination': 'الرسالة موجّهة إلى «{found}»، لا إلى «{expected}».',
  'finding.saml-destination.todo':
    'اضبط عنوان هذا التطبيق لدى الموفّر على القيمة الثانية تمامًا؛ ولكل موفّر هوية عنوان مستقل.',
  'finding.saml-audience': 'إفادة SAML موجّهة إلى «{found}»، أما نحن فهويتنا «{expected}».',
  'finding.saml-audience.todo':
    'اضبط entity ID لهذا التطبيق لدى الموفّر (audience أو relying party identifier) على القيمة الثانية تمامًا.',
  'finding.saml-confirmation': 'لا تذكر إفادة SAML أن حاملها يمكنه استخدامها. التأكيد الموجود: «{found}».',
  'finding.saml-confirmation.todo':
    'استخدم لدى الموفّر web browser SSO profile، الذي تتضمن إفاداته تأكيد bearer مع recipient ووقت انتهاء.',
  'finding.saml-recipient': 'إفادة SAML موجّهة إلى «{found}»، لا إلى «{expected}».',
  'finding.saml-recipient.todo': 'اضبط عنوان ACS (reply URL) لدى الموفّر على القيمة الثانية تمامًا.',
  'finding.saml-in-response-to': 'يرد العنصر {element} على طلب مختلف ({found})، لا على طلبنا ({expected}).',
  'finding.saml-in-response-to.todo':
    'ابدأ من جديد من صفحة تسجيل الدخول. إذا تكرر ذلك كل مرة، فالموفّر يحتفظ بطلبات قديمة: قدّم هذا السجل إلى دعمه.',
  'finding.saml-too-early':
    'الرسالة غير صالحة بعد وفق ساعتنا: {field} متقدم بمقدار {offBySecs} ثانية، والمسموح به {slackSecs}. وقتهم {theirs}، ووقتنا {ours}.',
  'finding.saml-too-early.todo':
    'ساعة الموفّر متقدمة على ساعتنا. اضبط الساعتين عبر NTP؛ ويمكن السماح بفارق صغير باستخدام «التفاوت المسموح به (ثوانٍ)» (المعتاد 120، والأقصى 300).',
  'finding.saml-too-late':
    'الرسالة قديمة جدًا وفق ساعتنا: مضى على {field} ما مقداره {offBySecs} ثانية، والمسموح به {slackSecs}. وقتهم {theirs}، ووقتنا {ours}.',
  'finding.saml-too-late.todo':
    'إما أن الشخص انتظر طويلًا، أو أن ساعة الموفّر متأخرة عن ساعتنا. اضبط الساعتين عبر NTP؛ ويمكن السماح بفارق صغير باستخدام «التفاوت المسموح به (ثوانٍ)» (المعتاد 120، والأقصى 300).',
  'finding.saml-session-over':
    'يقول الموفّر إن جلسته انتهت قبل {offBySecs} ثانية (SessionNotOnOrAfter {theirs}، ووقتنا {ours}).',
  'finding.saml-session-over.todo': 'أطل مدة الجلسات لدى الموفّر، أو تحقق من الساعتين لدى الطرفين.',
  'finding.saml-conditions-missing': 'لا تتضمن إفادة SAML شروطًا (conditions): لا تذكر لمن هي ولا مدة صلاحيتها.',
  'finding.saml-conditions-missing.todo': 'اضبط الموفّر ليرسل مع إفادة SAML شروطًا (conditions) تتضمن audience.',
  'finding.saml-replay': 'استُخدمت إفادة SAML هذه من قبل.',
  'finding.saml-replay.todo':
    'يمكن للشخص البدء من جديد من صفحة تسجيل الدخول. وإذا لم يرجع الشخص إلى الصفحة أو يعد تحميلها، فقد أُعيد إرسال رسالة سابقة.',
  'finding.saml-subject-transient':
    'قيمة NameID من النوع transient: تختلف عند كل تسجيل دخول، فلا يمكنها تحديد هوية شخص.',
  'finding.saml-subject-transient.todo':
    'اختر «persistent» كصيغة NameID لدى الموفّر، أو حدّد سمة لا تتغيّر في «سمة Subject».',
  'finding.saml-groups-link': 'الشخص في مجموعات أكثر مما يضعه الموفّر في إفادة SAML، لذا لم يرسل أيًا منها.',
  'finding.saml-groups-link.todo':
    'اضبط الموفّر ليرسل فقط المجموعات المخصّصة لهذا التطبيق. ومع Entra ID، يمكن لموفّر هوية من النوع Azure AD v2 قراءتها كلها.',
  'finding.saml-groups-attribute':
    'لا تتضمن إفادة SAML مجموعات. السمة المحددة في «المجموعة» هي {expected}؛ والموجود في الإفادة: {found}.',
  'finding.saml-groups-attribute.todo':
    'اجعل «المجموعة» أحد الأسماء الموجودة في إفادة SAML، أو اضبط الموفّر ليرسل المجموعات. من دون مجموعات لا تكون للأشخاص أدوار.',
  'finding.unsolicited-loop': 'رد الموفّر على {attempts} من الطلبات خلال {seconds} ثانية كما لو أنها لم تُرسل.',
  'finding.unsolicited-loop.todo':
    'اضبط الموفّر لتشير ردوده إلى الطلب (InResponseTo) وليعيد RelayState؛ وإلا دار تسجيل الدخول في حلقة مفرغة.',
} as const
