import { primaryLanguage } from './tags.js';

const set = (words: string): ReadonlySet<string> => new Set(words.match(/\S+/g));

/** Folded words that say nothing about what is looked for, by language: questions, pronouns, helpers. */
const STOP_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: set(`
    a about am an and any are as at be been before but by can could d did do does doing don for from had has have he her
    hers him his how i if in into is it its just like ll m me mine my no not of off on or our ours out over please re
    remember s shall she should so some t tell than that the their them then there these they this those to too us ve
    was we were what when where which who whom whose why will with would you your yours
    having being both each few more most other such only own same very while because until again once here further under above below between through during after against may might must much many anyone anything else ever whether either neither upon within without whatever whichever whoever let got get yes`),
  de: set(`
    aber alle als am an auch auf aus bei bin bis bist da damit dann das dass dein deine deiner dem den denn der des dich
    die dies diese diesem diesen dieser dieses dir doch du durch ein eine einem einen einer eines er es euch euer fur
    gab gibt habe haben habt hab hast hat hatte hatten ich ihm ihn ihr ihre im in ins ist ja kann kannst kein keine
    konnen konntest mal man mein meine meinem meinen meiner mich mir mit mochte muss nach nein nicht noch nun nur ob
    oder ohne schon sei sein seine seit sich sie sind so soll sollen uber um und uns unser unsere vom von vor wann war
    waren warst wart warum was weil weiss weisst welche welchem welchen welcher welches wem wen wenn wer werde werden wie wieder
    will willst wir wird wo wollen worden wurde wurden zu zum zur
    jener jene jenes denen deren dessen dazu dabei daran darauf daraus davon dafur dahin damals dort hier hinter zwischen gegen wahrend wegen trotz obwohl sondern sowie weder solche solcher solches jede jeder jedes jeden jedem manche mancher etwas nichts alles sehr viel mehr immer nie niemals jetzt heute eben welch wessen womit wovon woran worum worauf wozu wodurch weshalb wieso woher wohin duerfen durfen darf daher deshalb sollte sollten wollte konnte musste mussen euren eurem unserem unseren unserer ihrem ihren ihrer deinem deinen seinem seinen seiner keinem keinen keiner`),
  fr: set(`
    a ai as au aux avait avec avez avons c ca car ce ces cet cette combien comment d dans de des dit donc du elle elles
    en es est et etaient etais etait etiez etions ete eu fait il ils j je l la le les leur leurs lui m ma mais me mes moi mon n ne nos
    notre nous on ont ou par pas pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sais sans se ses si
    son sont suis sur t ta te tes toi ton tu un une vos votre vous y
    ainsi alors apres aucun aucune aussi autre autres avant beaucoup cela celle celles celui ceux chaque chez deja depuis deux devant doit encore entre etre faire lors lorsque meme memes moins non parce pendant peu peut plus plusieurs puis quelque quelques rien sous toujours tous tout toute toutes tres trop vers voici voila lequel laquelle lesquels dont etes furent sera serait avoir ayant`),
  es: set(`
    a al algo como con cual cuales cuando cuanto cuanta de del desde dice dijo donde dos e el ella ellas ellos en era
    eramos eran eres es esa ese eso esta estaba estabamos estaban estan estas este estuvimos estuvo esto estos fue fueron ha habia han has hay he hemos la las le
    les lo los mas me mi mis muy ni no nos nosotros o os para pero por porque pues que quien quienes se ser si sin sobre
    son su sus te tengo ti tiene tu tus u un una uno unos y ya yo
    ante antes aquel aquella aquellos aunque bajo bien cada casi contra cualquier debe despues durante entonces entre esas esos estar hacia hasta incluso junto luego mientras mucho muchos nada nadie ningun ninguna nunca otra otras otro otros poco segun sera siempre sino solo tal tambien tampoco tan tanto toda todas todo todos tras usted vosotros cuantos cuantas suyo suya mio mia tuyo nuestro nuestra nuestros nuestras algun alguna algunos sido estoy`),
  it: set(`
    a abbiamo agli ai al alla alle allo anche avete c che chi ci cio come con cosa da dai dal dalla dalle de degli dei
    del dell della delle dello di dove e ed era erano eravamo eravate essere fu gli ha hai hanno ho i il in io l la le lei li lo loro ma
    mi mia mie miei mio ne nei nel nella nelle noi non nostra nostro o per perche piu quale quali quando quanto quella
    quello questa questo se sei si sia siamo siete sono su sua sue sugli sul sulla suo suoi ti tra tu tua tuo un una uno
    vi voi`),
  nl: set(`
    aan als ben bent bij daar dan dat de deze die dit doen doet door dus een en er ge geen had hadden hebben heb hebt
    heeft hem het hij hoe hun ik in is ja je jij jou jouw jullie kan kun kunt maar me mee met mij mijn moet na naar niet
    nog nu of om omdat onder ons onze ook op over te tegen toch toen tot u uit uw van veel voor waar waarom wanneer was
    wat we wel welk welke werd wie wij wil worden wordt ze zei zich zij zijn zo zou`),
  pt: set(`
    a ao aos as ate com como da das de dela dele deles disse do dos e ela elas ele eles em entre era eram essa esse esta
    estava este eu foi foram ha isso isto ja lhe mais mas me mesmo meu meus minha minhas muito na nao nas nem no nos
    nossa nosso num numa o onde os ou para pela pelo pelos por porque qual quais quando que quem se sem ser seu seus so
    somos sua suas tambem te tem tenho teu teve tinha tu um uma voce voces`),
  tr: set(`
    acaba ama ancak ben bana beni benim bir biri biz bize bizim bu bunu cok da daha de defa degil diye en gibi hangi hem
    hep hic icin ile ise kac kadar kez ki kim kime kimin mi mu nasil ne neden nerede neresi niye o olan olarak oldu
    onlar onu onun sana sen senin siz sizin sunu ve var veya ya yani yok`),
};

/**
 * Stop words of one of the languages that are names and things in another, so that they count where nobody knows the
 * language: "ate" is Portuguese, "dos" French for the back, Ben and Kim are people.
 */
const CONTENT_ELSEWHERE = set(`
  ama ate ben bin car con dan die don dos dove era ete hat hay hem hoe kim mal man met mine os over pour sin sobre son
  ton uno var war will may once solo tan bien`);
const OF_ALL: ReadonlySet<string> = new Set(
  Object.values(STOP_WORDS).flatMap((words) => [...words].filter((word) => !CONTENT_ELSEWHERE.has(word))),
);

/** The folded stop words of a language; undefined where none are known. */
export function stopWordsOf(language: string): ReadonlySet<string> | undefined {
  return STOP_WORDS[primaryLanguage(language)];
}

/**
 * Whether a folded word says nothing by itself.
 * @param language BCP 47 tag of what it stands in; where it isn't given or known, of eight languages at once
 */
export function isStopWord(word: string, language?: string): boolean {
  return (STOP_WORDS[primaryLanguage(language)] ?? OF_ALL).has(word);
}
