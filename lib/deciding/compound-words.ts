/** What tells in a language that a clause begins, or that two things are only listed. All folded: see `fold`. */
export interface CompoundLanguage {
  /** The words that join two clauses. */
  conjunctions: readonly string[];
  /** Words a question or a request begins with. */
  starters: ReadonlySet<string>;
  /** Words a thing that is asked about begins with: "the", "its". */
  determiners: ReadonlySet<string>;
  /** Words of questions that ask for facts. */
  questions: ReadonlySet<string>;
  /** "between" and "both": what follows are two things of one question. */
  pairs: ReadonlySet<string>;
  /** Verbs at a clause's end, where the language puts them there. */
  enders?: ReadonlySet<string>;
}

const set = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

function language(of: {
  conjunctions: string;
  questions: string;
  verbs: string;
  others: string;
  determiners: string;
  pairs: string;
  enders?: string;
}): CompoundLanguage {
  return {
    conjunctions: of.conjunctions.split(' '),
    questions: set(of.questions),
    starters: set(`${of.questions} ${of.verbs} ${of.others}`),
    determiners: set(of.determiners),
    pairs: set(of.pairs),
    ...(of.enders !== undefined && { enders: set(of.enders) }),
  };
}

/** The eight languages. For any other a query stays whole. */
export const COMPOUND_LANGUAGES: Readonly<Record<string, CompoundLanguage>> = {
  en: language({
    conjunctions: 'and',
    questions: 'what whats who whos whom whose which when whens where wheres why whys how hows',
    verbs: `tell give show find search look get set turn switch play open close start stop pause resume add remove delete put make
      create remind wake call send read check dim brighten lock unlock raise lower increase decrease book order write log save list
      explain describe compare calculate translate recommend suggest cancel mute unmute skip ask let keep change run schedule`,
    others: `is are was were am isnt arent do does did dont doesnt can could cant will would should shall has have had may might must
      please then also afterwards after if whether i id im you we they he she it its theres there`,
    determiners: 'the a an its their his her my our your any some',
    pairs: 'between both',
  }),
  de: language({
    conjunctions: 'und',
    questions:
      'was wer wen wem wessen wann wo wohin woher warum wieso weshalb wie welche welcher welches welchen womit wofur',
    verbs: `sag sage erzahl erzahle gib zeig zeige such suche find finde mach mache schalt schalte stell stelle spiel spiele offne
      schliess schliesse start starte stopp stoppe fug fuge erinnere erinner weck wecke ruf rufe schick schicke lies prufe pruf dimm
      dimme sperr sperre fahr fahre bestell bestelle schreib schreibe notiere erklar erklare vergleich vergleiche berechne rechne
      ubersetz ubersetze empfiehl losche entferne nimm leg lege setz setze bring hol lass pausiere merk nenn nenne`,
    others: `ist sind war waren bin hat haben hatte hatten kann kannst konnen konnte konntest wird werden wirst soll sollte muss darf gibt
      bitte dann danach ausserdem ob ich du wir sie er es regnet regnete`,
    determiners: 'der die das den dem ein eine einen seine seinen ihre ihren mein meine',
    pairs: 'zwischen sowohl beide beiden',
  }),
  fr: language({
    conjunctions: 'et',
    questions: 'que qu qui quoi quand ou comment pourquoi combien quel quelle quels quelles lequel laquelle',
    verbs: `dis donne montre cherche trouve allume eteins mets met joue ouvre ferme lance demarre arrete ajoute supprime enleve rappelle
      reveille appelle envoie lis verifie baisse monte augmente diminue verrouille commande reserve ecris note explique compare calcule
      traduis recommande propose annule fais regle programme active desactive raconte dites donnez montrez cherchez allumez eteignez`,
    others: `est sont etait etaient a ont peux peut pouvez pourrais pourrait vas va dois doit faut y s'il si est-ce j je tu il elle on nous
      vous ils elles puis ensuite aussi apres c ca`,
    determiners: 'le la les l un une des son sa ses leur leurs mon ma mes',
    pairs: 'entre',
  }),
  es: language({
    conjunctions: 'y e',
    questions: 'que quien quienes cuando donde adonde como porque por cuanto cuanta cuantos cuantas cual cuales',
    verbs: `di dime da dame muestra muestrame busca encuentra enciende apaga pon ponme toca reproduce abre cierra inicia empieza para deten
      anade agrega quita elimina borra recuerda recuerdame despierta despiertame llama envia manda lee comprueba baja sube aumenta reduce
      bloquea desbloquea pide reserva escribe anota explica compara calcula traduce recomienda sugiere cancela haz programa activa
      desactiva cuenta cuentame informa informame indica indicame`,
    others: `es son era eran esta estan estaba hay ha han tiene tienen puede puedes podria podrias va vas debo debe si yo tu el ella nosotros
      luego despues tambien hace hara llovera llueve`,
    determiners: 'el la los las un una unos unas su sus mi mis',
    pairs: 'entre ambos ambas',
  }),
  pt: language({
    conjunctions: 'e',
    questions: 'que quem quando onde aonde como porque por quanto quanta quantos quantas qual quais',
    verbs: `diz diga diz-me da de mostra mostre busca busque procura procure encontra acende acenda apaga apague liga ligue desliga desligue
      poe ponha coloca coloque toca toque abre abra fecha feche inicia inicie comeca comece para pare adiciona adicione acrescenta remove
      remova lembra lembre acorda acorde chama chame envia envie manda le leia verifica verifique baixa sobe aumenta aumente diminui
      tranca tranque destranca pede peca reserva escreve escreva anota anote explica explique compara compare calcula calcule traduz
      traduza recomenda recomende cancela cancele faz faca programa conta conte define`,
    others: `e sao era eram esta estao ha tem pode podes poderia vai vais devo deve se eu tu ele ela voce nos depois tambem entao chove`,
    determiners: 'o a os as um uma seu sua seus suas meu minha',
    pairs: 'entre ambos ambas',
  }),
  it: language({
    conjunctions: 'e ed',
    questions: 'che cosa cos chi quando dove dov come perche quanto quanta quanti quante quale quali qual',
    verbs: `dimmi di dammi da mostra mostrami cerca trova accendi spegni metti suona riproduci apri chiudi avvia inizia ferma aggiungi togli
      rimuovi elimina ricorda ricordami sveglia svegliami chiama manda invia leggi controlla abbassa alza aumenta diminuisci blocca sblocca
      ordina prenota scrivi annota spiega spiegami confronta calcola traduci consiglia consigliami suggerisci annulla fai imposta programma
      attiva disattiva racconta raccontami`,
    others: `e sono era erano sta stanno c ci ha hanno puo puoi potresti va vai devo deve se io tu lui lei noi poi dopo anche quindi piove`,
    determiners: 'il lo la l i gli le un uno una suo sua suoi sue mio mia',
    pairs: 'tra fra entrambi entrambe',
  }),
  nl: language({
    conjunctions: 'en',
    questions: 'wat wie wiens wanneer waar waarheen waarom hoe hoeveel welke welk',
    verbs: `vertel zeg geef toon laat zoek vind zet doe speel open sluit start stop voeg verwijder haal herinner maak wek bel stuur lees
      controleer dim vergrendel ontgrendel verhoog verlaag bestel reserveer schrijf noteer leg vergelijk bereken vertaal raad annuleer
      schakel pauzeer plan`,
    others: `is zijn was waren ben heeft hebben had kan kun kunt kunnen zou zal wil moet mag of ik jij je u we wij ze hij het er dan daarna ook
      alsjeblieft regent gaat`,
    determiners: 'de het een zijn haar hun mijn onze',
    pairs: 'tussen zowel beide',
  }),
  tr: language({
    conjunctions: 've',
    questions: `ne nedir neden niye nasil nasildir kac kactir kim kimdir kimin kime nerede nereye nereden neresi nerededir hangi hangisi
      ne zaman mi mu misin musun midir mudur miyim muyum`,
    verbs: '',
    others: 'lutfen sonra ayrica bana bize',
    determiners: '',
    pairs: 'arasinda arasindaki hem',
    enders: `ac kapat soyle cal bul ara ayarla hatirlat goster anlat oku kur ekle yaz yap baslat durdur getir gonder kilitle yukselt azalt
      artir kis sil cikar uyandir kontrol kaydet hesapla cevir oner iptal et ver bak koy acar soyler`,
  }),
};
