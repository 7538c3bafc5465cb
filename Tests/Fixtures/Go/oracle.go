// The Go project's own transparency log, as an independent opinion on trees, notes and proofs.
//
//	oracle tree SIZE...      hashes of the trees over the decimal numbers from 0, of these sizes
//	oracle note ORIGIN       reads texts, separated by NUL: a verifier key, a note, ...; opens each note with the key before it
//	oracle sign NAME         makes a key, signs standard input, and prints the private key, the verifier key and the note
//	oracle proof KEY FILE... opens proof files of mailledger
package main

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type hashes []tlog.Hash

func (h hashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, index := range indexes {
		out[i] = h[index]
	}
	return out, nil
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func list(hashes []tlog.Hash) {
	for _, h := range hashes {
		fmt.Print(" ", hex.EncodeToString(h[:]))
	}
	fmt.Println()
}

func tree(sizes []int64) {
	var stored hashes
	largest := int64(0)
	for _, size := range sizes {
		if size > largest {
			largest = size
		}
	}
	for n := int64(0); n < largest; n++ {
		more, err := tlog.StoredHashes(n, []byte(strconv.FormatInt(n, 10)), stored)
		check(err)
		stored = append(stored, more...)
	}
	for _, t := range sizes {
		root, err := tlog.TreeHash(t, stored)
		check(err)
		fmt.Println("root", t, hex.EncodeToString(root[:]))
		for _, n := range []int64{0, 1, t / 3, t / 2, t - 2, t - 1} {
			if n < 0 || n >= t {
				continue
			}
			proof, err := tlog.ProveRecord(t, n, stored)
			check(err)
			fmt.Print("inclusion ", n, " ", t)
			list(proof)
			if n == 0 {
				continue
			}
			tree, err := tlog.ProveTree(t, n, stored)
			check(err)
			fmt.Print("consistency ", n, " ", t)
			list(tree)
		}
	}
	for _, tile := range tlog.NewTiles(8, 0, largest) {
		data, err := tlog.ReadTileData(tile, stored)
		check(err)
		fmt.Println("tile", tile.L, tile.N, tile.W, hex.EncodeToString(data))
	}
}

// Opens a checkpoint: the note by Go's note.Open, its text by Go's rules for trees but for the first line.
func open(key string, text []byte) (tlog.Tree, error) {
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return tlog.Tree{}, err
	}
	opened, err := note.Open(text, note.VerifierList(verifier))
	if err != nil {
		return tlog.Tree{}, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() {
		return tlog.Tree{}, fmt.Errorf("no checkpoint")
	}
	lines[0] = "go.sum database tree"
	return tlog.ParseTree([]byte(strings.Join(lines, "\n")))
}

type proof struct {
	Checkpoint string
	Events     []struct {
		Entry     string
		Inclusion []string
	}
	Since *struct {
		Checkpoint  string
		Consistency []string
	}
}

func parse(texts []string) []tlog.Hash {
	out := []tlog.Hash{}
	for _, text := range texts {
		raw, err := base64.StdEncoding.DecodeString(text)
		check(err)
		var h tlog.Hash
		copy(h[:], raw)
		out = append(out, h)
	}
	return out
}

func prove(key string, path string) error {
	raw, err := os.ReadFile(path)
	check(err)
	var p proof
	check(json.Unmarshal(raw, &p))
	tree, err := open(key, []byte(p.Checkpoint))
	if err != nil {
		return err
	}
	for _, event := range p.Events {
		position, err := strconv.ParseInt(strings.Split(event.Entry, "\n")[2], 10, 64)
		check(err)
		leaf := tlog.RecordHash([]byte(event.Entry))
		if leaf != tlog.Hash(sha256.Sum256(append([]byte{0}, event.Entry...))) {
			return fmt.Errorf("leaf")
		}
		if err := tlog.CheckRecord(tlog.RecordProof(parse(event.Inclusion)), tree.N, tree.Hash, position-1, leaf); err != nil {
			return err
		}
	}
	if p.Since != nil {
		old, err := open(key, []byte(p.Since.Checkpoint))
		if err != nil {
			return err
		}
		return tlog.CheckTree(tlog.TreeProof(parse(p.Since.Consistency)), tree.N, tree.Hash, old.N, old.Hash)
	}
	return nil
}

func main() {
	arguments := os.Args[2:]
	switch os.Args[1] {
	case "tree":
		var sizes []int64
		for _, text := range arguments {
			size, err := strconv.ParseInt(text, 10, 64)
			check(err)
			sizes = append(sizes, size)
		}
		tree(sizes)
	case "note":
		input, err := io.ReadAll(os.Stdin)
		check(err)
		texts := bytes.Split(bytes.TrimSuffix(input, []byte{0}), []byte{0})
		for i := 0; i+1 < len(texts); i += 2 {
			tree, err := open(string(texts[i]), texts[i+1])
			if err != nil {
				fmt.Println("refused")
			} else {
				fmt.Println("opened", tree.N, hex.EncodeToString(tree.Hash[:]))
			}
		}
	case "sign":
		text, err := io.ReadAll(os.Stdin)
		check(err)
		private, public, err := note.GenerateKey(rand.Reader, arguments[0])
		check(err)
		signer, err := note.NewSigner(private)
		check(err)
		signed, err := note.Sign(&note.Note{Text: string(text)}, signer)
		check(err)
		fmt.Print(private, "\n", public, "\n", string(signed))
	case "proof":
		for _, path := range arguments[1:] {
			if err := prove(arguments[0], path); err != nil {
				fmt.Println("refused", err)
			} else {
				fmt.Println("holds")
			}
		}
	}
}
