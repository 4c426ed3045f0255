package unasked

import (
	"errors"
	"fmt"
	"log"
	"net"
	"os"
	"strings"
)

// What a client of a protocol is told is a text of its own: the error that is it goes nowhere else.

func respond(c net.Conn, text string) {
	fmt.Fprintf(c, "%s\r\n", text)
	if strings.HasPrefix(text, "-ERR ") {
		log.Print(text)
	}
}

func message(name string) (string, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return "", errors.New("-ERR no such message") // shape: wrapcause/not-replied
	}
	return string(data), nil
}

func size(name string) (int64, error) {
	info, err := os.Stat(name)
	if err != nil {
		return 0, errors.New("-ERR no such message") // want `errors.New makes an error in place of err`
	}
	return info.Size(), nil
}

func lines(name string) (string, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return "", errors.New("-ERR no such message") // want `errors.New makes an error in place of err`
	}
	return strings.ToUpper(string(data)), nil
}

func Serve(c net.Conn, name string) error {
	text, err := message(name)
	if err != nil {
		respond(c, err.Error())
		return nil
	}
	respond(c, text)
	n, err := size(name)
	if err != nil {
		log.Print(err)
		respond(c, err.Error())
		return nil
	}
	respond(c, fmt.Sprint(n))
	text, err = lines(name)
	if err != nil {
		respond(c, err.Error())
		return err
	}
	respond(c, text)
	return nil
}
