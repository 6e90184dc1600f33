BEGIN TRANSACTION;
CREATE TABLE asked (id INTEGER PRIMARY KEY CHECK (id = 1), game TEXT NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE matches (id INTEGER PRIMARY KEY, saved INTEGER NOT NULL, at TEXT NOT NULL, header TEXT NOT NULL,
    steps INTEGER NOT NULL, total INTEGER NOT NULL, sum INTEGER NOT NULL);
INSERT INTO "matches" VALUES(1,1,'2026-11-23T17:32:46.029+00:00','{"game": "shark-attacks", "players": ["Ana", "Ben", "Cleo"], "options": {"target": 100, "first": 0, "tie": "again", "bank_zero": true, "swimmer_dice": 11, "empty_party_signs": 2, "nobody_signs": 0, "eating": "fewest"}}',2,3756035555,920541532);
INSERT INTO "matches" VALUES(2,4,'2026-11-23T17:32:46.088+00:00','{"game": "shark-attacks", "players": ["Ana", "Ben", "Cleo"], "options": {"target": 100, "first": 0, "tie": "again", "bank_zero": true, "swimmer_dice": 11, "empty_party_signs": 2, "nobody_signs": 0, "eating": "fewest"}}',3,8897545213,3663678357);
CREATE TABLE photos (id TEXT PRIMARY KEY, match INTEGER NOT NULL, jpeg BLOB NOT NULL, sum INTEGER NOT NULL);
INSERT INTO "photos" VALUES('look-1-0',1,X'6A706567',2603430367);
INSERT INTO "photos" VALUES('look-1-1',1,X'6A706567',1029323371);
INSERT INTO "photos" VALUES('look-2-0',2,X'6A706567',3842013130);
INSERT INTO "photos" VALUES('look-2-1',2,X'6A706567',1131904126);
INSERT INTO "photos" VALUES('look-2-2',2,X'6A706567',1923049187);
CREATE TABLE present (id INTEGER PRIMARY KEY CHECK (id = 1), saved INTEGER NOT NULL, matches INTEGER NOT NULL,
    rest TEXT NOT NULL, sum INTEGER NOT NULL);
INSERT INTO "present" VALUES(1,7,2,'{"number":2,"look":null,"undone":[],"question":null,"mismatch":null,"page":0,"note":"","version":3,"unsettled":null}',2152581918);
CREATE TABLE steps (match INTEGER, number INTEGER, saved INTEGER NOT NULL, at TEXT NOT NULL, step TEXT NOT NULL,
    sum INTEGER NOT NULL, PRIMARY KEY (match, number)) WITHOUT ROWID;
INSERT INTO "steps" VALUES(1,0,2,'2026-11-23T17:32:46.060+00:00','{"event":{"kind":"throw","seat":null,"items":["swimmer-wave","swimmer-3","swimmer-2","swimmer-wave","swimmer-wave","swimmer-wave","swimmer-1"]},"look":"look-1-0","pieces":[],"was":""}',2089597490);
INSERT INTO "steps" VALUES(1,1,3,'2026-11-23T17:32:46.072+00:00','{"event":{"kind":"bank","seat":0,"items":[]},"look":"look-1-1","pieces":[],"was":""}',1666438065);
INSERT INTO "steps" VALUES(2,0,5,'2026-11-23T17:32:46.100+00:00','{"event":{"kind":"throw","seat":null,"items":["swimmer-3","swimmer-3","swimmer-wave","swimmer-wave","swimmer-3","swimmer-2","swimmer-2"]},"look":"look-2-0","pieces":[],"was":""}',1830166342);
INSERT INTO "steps" VALUES(2,1,6,'2026-11-23T17:32:46.120+00:00','{"event":{"kind":"again","seat":0,"items":[]},"look":"look-2-1","pieces":[],"was":""}',3029423304);
INSERT INTO "steps" VALUES(2,2,7,'2026-11-23T17:32:46.136+00:00','{"event":{"kind":"event","seat":null,"items":["event-sun"]},"look":"look-2-2","pieces":[],"was":""}',4037955567);
CREATE INDEX photos_of_match ON photos (match, id);
COMMIT;
