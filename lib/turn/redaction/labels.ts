/** What secrets are called, in the languages of the house and their neighbours. */

const each = (ends: string, ...begins: string[]) => begins.map((begin) => begin + ends);

/** Also the end of a longer word, "Routerpasswort"; what follows may be any word. */
export const PASSWORDS = [
  ...[
    'password',
    'passcode',
    'passphrase',
    'pass phrase',
    'passwort',
    'passwörter',
    'kennwort',
    'kennwörter',
    'passkey',
  ],
  ...['contraseña', 'contrasena', 'wachtwoord', 'mot de passe', 'mots de passe'],
];

/** Whole words; what follows may be any word. */
export const CODES = [
  ...[
    'passwd',
    'pwd',
    'mdp',
    'geheim(?:zahl|nummer)',
    'secret number',
    'numéro secret',
    'número secreto',
    'senha',
    'palavra[- ]passe',
    'parola d.ordine',
    'şifrem?',
    'digicode',
    'digicódigo',
  ],
  ...[
    'code ?word',
    'safe ?word',
    'secret word',
    'secret phrase',
    'security (?:question|answer)',
    'codewort',
    'losungswort',
    'losung',
  ],
  ...['geheimwort', 'sicherheitsfrage', 'mot secret', 'phrase secrète', 'mot de code', 'question de sécurité'],
  ...['palabra (?:secreta|clave)', 'frase secreta', 'pregunta de seguridad', 'parola segreta', 'codewoord'],
  ...each('[ -](?:phrase|code|key|words?)', 'recovery', 'seed', 'backup'),
  ...['wiederherstellungs(?:code|schlüssel|phrase)', '(?:phrase|clé|code) de (?:récupération|secours)'],
  ...['(?:frase|clave|código) de recuperación', 'código de respaldo'],
  ...['code (?:secret|pin|de l.alarme|d.accès|de la porte|d.entrée)'],
  ...each(
    '[ -]?code',
    'alarm',
    'door',
    'entry',
    'gate',
    'access',
    'security',
    'safe',
    'lock',
    'unlock',
    'keypad',
    'garage',
  ),
  ...each(
    'code',
    'alarm',
    'tür',
    'tor',
    'sicherheits',
    'zugangs',
    'entsperr',
    'tresor',
    'haustür',
    'garagen',
    'zutritts',
  ),
  ...each(
    'code(?: secret)?',
    'my ',
    'mein ',
    'mon ',
    'notre ',
    'our ',
    'unser ',
    'my secret ',
    'mein secret ',
    'mon secret ',
  ),
  ...['mi (?:código|clave)(?: secret[oa])?', 'nuestr[oa] (?:código|clave)', 'cvc2?', 'cvv2?', 'otp', 'código secreto'],
  ...each('[ -]code', 'verification', 'confirmation', 'one time', 'one-time', '2fa'),
  ...each('code', 'bestätigungs', 'einmal', 'verifizierungs', 'prüf'),
  ...each('[ -]?tan', 'sms', 'push', 'mobil'),
  ...[
    'code de (?:vérification|confirmation|sécurité|déverrouillage)',
    'código de (?:verificación|confirmación|desbloqueo)',
  ],
  ...['codice (?:di (?:verifica|conferma|sicurezza|accesso|sblocco)|segreto|d.accesso)', 'cryptogramme'],
  ...['código de (?:acceso|acesso|seguridad|segurança|la alarma|la puerta|alarma|verificação)'],
  ...['toegangscode', 'deurcode', 'alarmcode', 'beveiligingscode', 'verificatiecode', 'portiekcode'],
  ...each(
    '[ -]?(?:key|schl(?:ü|ue)ssel|sleutel)',
    'wi-?fi',
    'wlan',
    'wireless',
    'network',
    'netzwerk',
    'wpa2?',
    'router',
    'netwerk',
  ),
  ...each('[ -]?code', 'wi-?fi', 'wlan'),
  ...['clave de (?:acceso|seguridad)', 'clave secreta'],
  ...[
    '(?:cl[ée]|code)(?: de sécurité)? (?:du |de la |de l.|de notre |de mon |de |pour le |pour la )?(?:wi-?fi|wlan|réseau|box|wpa2?)',
    '(?:key|schlüssel|sleutel) (?:for|of|to|für|fürs|vom|zum|von|van|voor)(?: (?:the|our|my|das|unser|mein|dem|het|ons))? ?(?:wi-?fi|wlan|wpa2?|router)',
    'netzwerksicherheitsschlüssel',
    'security key',
  ],
  ...[
    '(?:clave|llave|chave|chiave|código|codice) (?:del |de la |de nuestr[oa] |de mi |de |do |da |della |para el |para la )?(?:wi-?fi|wlan|red|rede|router|rete|wpa2?)',
  ],
];

/** Whole words that mean much else: what follows has to look like a code. */
export const PLACE_WORDS = [
  'gate|door|front door|alarm|safe|garage|lock|locker|lock ?box|building|elevator|lift|shed|house|flat|apartment|entrance|intercom|key ?box|cottage|cabin|office|basement|cellar|phone|tablet|computer|laptop|ipad|iphone|card|bank|bank card|bike|bicycle|suitcase|car|keypad|padlock|vault|security system|voicemail|mailbox|tv|telly|parental controls|wi-?fi|sim',
  'haustüre?|türe?|wohnungstür|kellertür|hoftor|tor|gartentor|alarmanlage|tresor|schloss|fahrradschloss|fahrrad|keller|handy|telefon|karte|bankkarte|ec-karte|girokarte|kreditkarte|konto|gebäude|wohnung|haus|eingang|schlüsselbox|schlüsseltresor|koffer|büro|aufzug|schließfach|spind|garagentor|garage|wlan|pforte|tiefgarage|schranke',
  "porte|porte d'entrée|portail|alarme|coffre(?:-fort)?|immeuble|cadenas|téléphone|portable|carte(?: bleue| bancaire)?|ascenseur|entrée|maison|hall|résidence|parking|cave|appartement|bureau|valise|vélo|antivol|interphone|boîte à clés?|boîte à clefs?|local(?: à vélos)?|grille|portillon|bâtiment|sim",
  'puerta|portal|verja|alarma|caja fuerte|garaje|edificio|candado|móvil|tarjeta|casa|entrada|cochera|piso|trastero|ascensor|maleta|oficina|teléfono|cancela|portón|bici(?:cleta)?|taquilla|caja|banco|finca',
  'porta|portone|cancello|allarme|cassaforte|lucchetto|telefono|ingresso|palazzo|bancomat|valigia|ufficio',
  'portão|cofre|garagem|cadeado|telemóvel|cartão|prédio|elevador|mala',
  'deur|voordeur|poort|hek|kluis|slot|fietsslot|telefoon|pas|pinpas|huis|gebouw|ingang|garagedeur|schuur|sleutelkluis',
].join('|');
const OF =
  "(?:(?:for|of|to|on|at|für|vom|von|zum|zur|der|des|am|an|im|in|du|de|pour|à|sur|del|para|della|dello|per|do|da|van|voor) |(?:fürs|beim|ins) |d'|dell')";
const ARTICLE =
  "(?:(?:the|my|our|your|his|her|their|die|der|das|den|dem|meine|meinem|meinen|meiner|unsere|unserem|unserer|unser|dein|deinem|la|le|les|l'|notre|mon|ma|ton|votre|el|los|mi|nuestra|nuestro|il|lo|o|a|os|minha|meu|de|het|mijn|ons|onze) ?)?";
const NOUNS =
  'code|codes|combination|kombination|zahlenkombination|zahlencode|combinaison|código|combinación|clave|codice|combinazione|chiave|chave|combinatie|cijfercode';
/** What else has a code, which is no secret: "area code", "Fehlercode", "code d'erreur", "código postal". */
const OTHER_CODES =
  'area|zip|post|postal|poste|country|l[aä]nder|pays|país|prefix|préfixe|prefijo|vorwahl|dress|colou?r|farb|couleur|farbe|error|fehler|erreur|exit|status|http|return|retour|retorno|fault|störung|panne|avería|fallo|diagnosis|diagnose|diagnostic|product|produ[ck]t|produit|article|artikel|artículo|item|model|modell|modèle|modelo|part|teile?|discount|promo|voucher|coupon|gutschein|rabatt|aktions|réduction|descuento|remise|source|quell|fuente|programm?|bar|barre|barras|strich|qr|morse|booking|buchungs|réservation|reserva|referral|empfehlungs|parrainage|tracking|sendungs|suivi|seguimiento|flight|flug|airport|flughafen|currency|währungs|building|bau|penal|pénal|straf|civil|travail|route|commerce|conduct|hono(?:u)?r|verhaltens|recipe|rezept|genetic|genetische|génétique|genético|exam|course|cours|kurs|class|time|zeit|recycling|language|sprach|langue|idioma|tax|steuer|fiscal';
/** "area code", "Fehlercode", "l'erreur a le code": stands at the end of what is before the code. */
export const OTHER_BEFORE = new RegExp(
  `(?<!\\p{L})(?:${OTHER_CODES})(?:[ns]|e[nrs])?(?:(?: \\p{L}{1,12})? (?:has|had|hat|hatte|a|tiene|tenía|ha|tem|heeft|shows?|zeigt|affiche|muestra)(?: (?:the|a|dem|den|einen|le|un|el|il|o|de))?)?[ -]?$`,
  'iu',
);
/** "code postal", "Code des Fehlers", "code for the exam": stands at the beginning of what is behind it. */
export const OTHER_AFTER = new RegExp(
  `^(?:[ -](?:(?:of|for|für|von|vom|der|des|de|du|del|pour|para) |d')?(?:(?:the|this|die|das|den|la|le|el|los|las) |l')?(?:${OTHER_CODES})(?:[ns]|e[nrs])?(?!\\p{L}))`,
  'iu',
);
/** Any other code: what follows has to be four digits or more. Also the end of a longer word, "Anmeldecode". */
export const ANY_CODE = '(?:codes?|c[oó]digo|codice)(?![\\p{L}\\p{N}])';
const NO_CODE =
  '(?<!(?:area|zip|post|postal|dress|error|product|article|item|discount|promo|voucher|country|colou?r|source|bar|qr|morse|booking|referral|tracking|penal|civil|building) )';
export const WEAK = [
  'pin(?:[ -]?(?:code|number|nummer|kode))?',
  ...['puk', 'tan', 'codigo pin', 'número pin', 'numéro pin', 'código pin', 'schlosscode', 'sperrcode'],
  `${NO_CODE}(?:${NOUNS}) ${OF}${ARTICLE}(?:[\\p{L}-]{1,14} ){0,2}?(?:${PLACE_WORDS})(?: (?:${PLACE_WORDS}))?`,
];
/** What is done to alarms and locks with a code: "disarm the alarm with 4711". */
const OPENING =
  'disarm|arm|unlock|open|deactivat|activat|entschärf|schalt|deaktivier|aktivier|öffne|entsperr|désactiv|désarm|activ|ouvr|déverrouill|desactiv|desarm|abr[ei]|desbloque|apri|disattiv|sblocc|ontgrendel|schakel';
const WITH = 'with|using|mit|avec|con|com|met';
/** "the password to success", "das Passwort zum Erfolg": behind the label. */
export const FIGURATIVE =
  " (?:to|for|of|zu|zum|zur|für|du|de|pour|del|al|a|para|per|van|voor) ?(?:(?:the|a|all|my|her|his|your|der|dem|das|meinem|deinem|le|la|l'|mon|son|el|tu|su|mi|il) ?)?(?:success|happiness|heaven|life|love|heart|peace|paradise|freedom|wisdom|wealth|erfolg|glück|herzen|leben|liebe|freiheit|succès|bonheur|paradis|vie|amour|éxito|felicidad|vida|amor|corazón|successo|felicità|vita|succes|geluk)(?!\\p{L})";
/** "disarm the alarm with 4711": only digits, four of them at least. */
export const PLAIN = `(?:(?<=(?<!\\p{L})(?:${OPENING})(?:e|a|r|s|z|t|en|er|ez|ar|ir|ing|iere?n?)? (?:[\\p{L}'-]{1,15} ){1,3})(?:${WITH})(?= \\d{4,8}(?: (?:aus|ab|ein|auf|scharf|unscharf|please|bitte|now|jetzt))?[.!?]?\\s*$)|mit(?= \\d{4,8} (?:aus|ein|ab|un)?(?:schalten|schärfen|scharf ?schalten|entsperren|entschärfen|öffnen|aufmachen|aufschließen|deaktivieren|aktivieren)))`;
const PLACE = new RegExp(`^(?:${PLACE_WORDS})(?: (?:${PLACE_WORDS}))?$`, 'iu');

/** True for what has a code: "gate", "front door", "Garage". */
export function isPlace(word: string): boolean {
  return PLACE.test(word);
}

/** The same at the end of a longer word or behind it: "safe combination", "Kellercode". */
export const ENDS = `(?<=(?<![\\p{L}\\p{N}\\]])(?:${PLACE_WORDS})[ -]?)(?:code|combination|kombination|pin)`;
/** What WEAK and ENDS begin with. */
export const WEAK_HEADS = [
  'pin',
  'puk',
  'tan',
  'códi',
  'codi',
  'núme',
  'numé',
  'schlossc',
  'sperrc',
  'code',
  'comb',
  'komb',
  'zahlen',
  'clav',
  'llav',
  'chia',
  'chav',
  'cijf',
  ...WITH.split('|').map((word) => `${word} `),
];

/** Labels only before a colon or an equals sign. */
export const KEYS = [
  'api[ _-]?key',
  ...each('[ _-]?key', 'access', 'secret', 'private', 'client', 'encryption', 'shared', 'signing', 'ssh'),
  ...[
    'client[ _-]?secret',
    'api[ -]?schlüssel',
    'api-?token',
    'zugangstoken',
    'clé (?:d.)?api',
    'clave (?:de )?(?:la )?api',
    'chiave api',
  ],
  ...each('[ _-]?token', 'access', 'auth', 'refresh', 'bearer', 'bot', 'session', 'id'),
  ...[' token', '_token', '-token', 'token', 'secret', 'credentials'],
];

/** The same, but no names of fields: words of their language, and parameters of an address. */
export const TYPED = [
  'parola',
  'clave',
  'chave',
  'credentials',
  '(?<=[?&])(?:key|sig|signature|auth|sid|session|x-amz-signature)',
];
